/// The colours and the layout of a page of stories. Each text stands on a ground from which it
/// differs at least 4.5 to 1, in the light and in the dark.
enum PageStyle {
  /// The grounds of bars, by the kind of the span; the texts on them have the page's colour.
  static let light = [
    ("ink", "#1b1b1b"), ("soft", "#555555"), ("paper", "#ffffff"), ("lane", "#f4f4f5"),
    ("line", "#c9c9ce"), ("way", "#3563b8"), ("end", "#b3261e"), ("told", "#1a7f37"),
    ("outage", "#ffc9bd"), ("offline", "#d4d4da"), ("connecting", "#e6e6ea"),
    ("saving-power", "#fbe7a1"), ("switched-off", "#c0c0c8"), ("foreground", "#c9ebcf"),
    ("stored", "#c6dcff"), ("run", "#dccfff"),
  ]
  static let dark = [
    ("ink", "#f0f0f0"), ("soft", "#b5b5bd"), ("paper", "#17181c"), ("lane", "#202228"),
    ("line", "#45474f"), ("way", "#86aef5"), ("end", "#ff8a80"), ("told", "#6fd08c"),
    ("outage", "#6e2c20"), ("offline", "#43454d"), ("connecting", "#35373e"),
    ("saving-power", "#594a08"), ("switched-off", "#52555e"), ("foreground", "#1f4f2b"),
    ("stored", "#24457a"), ("run", "#47367c"),
  ]

  /// Kinds of spans, with what a reader calls them.
  static let kinds = [
    ("stored", "in the push service's store"), ("run", "the extension runs"),
    ("foreground", "app in the foreground"), ("offline", "offline"),
    ("connecting", "connecting"), ("saving-power", "saves power"),
    ("switched-off", "switched off"), ("outage", "outage"),
  ]

  static var text: String {
    """
    :root { color-scheme: light dark; \(variables(light)) }
    @media (prefers-color-scheme: dark) { :root { \(variables(dark)) } }
    \(rules)
    \(kinds.map { ".\($0.0) { fill: var(--\($0.0)); background: var(--\($0.0)); }" }
      .joined(separator: "\n"))
    """
  }

  private static func variables(_ colours: [(String, String)]) -> String {
    colours.map { "--\($0.0): \($0.1);" }.joined(separator: " ")
  }

  private static let rules = """
    body { margin: 1rem auto; padding: 0 1rem; max-width: 80rem; color: var(--ink);
      background: var(--paper); font: 1rem/1.5 system-ui, sans-serif; }
    h1 { font-size: 1.3rem; } h2 { font-size: 1.1rem; }
    .box { display: flex; overflow-x: auto; border: 1px solid var(--line); }
    .box:focus-visible { outline: 3px solid var(--way); }
    svg { flex: none; display: block; font-size: 12px; }
    text { fill: var(--ink); font-family: system-ui, sans-serif; }
    text.name { font-weight: 600; } text.time { fill: var(--soft); }
    svg.names { position: sticky; left: 0; background: var(--paper);
      border-right: 1px solid var(--line); }
    rect.lane { fill: var(--lane); } rect.other { fill: var(--paper); }
    line.tick, line.lead { stroke: var(--line); }
    line.difference { stroke: var(--end); stroke-width: 2; stroke-dasharray: 6 4; }
    polyline.way { fill: none; stroke: var(--way); stroke-width: 1.5; }
    circle.dot { fill: var(--soft); } circle.own { fill: var(--way); }
    circle.told { fill: var(--told); }
    path.end { fill: none; stroke: var(--end); stroke-width: 3; }
    .legend { display: flex; flex-wrap: wrap; gap: .3rem 1rem; padding: 0; list-style: none;
      font-size: .85rem; }
    .legend span { padding: .1rem .4rem; color: var(--ink); }
    .mark { border-left: 4px solid var(--end); padding-left: .7rem; }
    pre { overflow-x: auto; font-size: .8rem; }
    """
}
