import Foundation
import TestSupport
import Testing

/// `explain --format html`: a page that needs nothing else and can be read.
@Suite struct StoryPageTests {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.write("lossy.yml", ExplainFormsTests.lossy)
  }

  private func page(_ options: String...) throws -> String {
    let ending = try workspace.tool.run(
      ["explain", "lossy.yml", "--strategy", "fire-and-forget", "--format", "html"] + options)
    expect(ending.code == 0 && ending.messages == "", "\(ending.messages)")
    return ending.output
  }

  /// Of the elements of a kind, the attributes.
  private func elements(_ page: String, _ name: String) throws -> [[String: String]] {
    try page.matches(of: Regex("<\(name) ([^>]*?)/?>")).map { match in
      let text = String(match.output[1].substring ?? "")
      let pairs = text.matches(of: #/([a-z0-9-]+)="([^"]*)"/#)
      return Dictionary(pairs.map { (String($0.1), String($0.2)) }) { $1 }
    }
  }

  private func number(_ element: [String: String], _ name: String) throws -> Double {
    try unwrap(Double(try unwrap(element[name])))
  }

  // MARK: The page

  @Test func thePageNeedsNothingElse() throws {
    let page = try page("--device", "3")
    expect(page, contains: "content=\"default-src 'none'; style-src 'unsafe-inline'\"")
    for word in ["<script", " src=", " href=", "url(", "@import", " onclick", "http:", "https:"] {
      expect(!page.contains(word), "\(word)")
    }
    // Each element that is opened is closed, in order.
    var open: [Substring] = []
    for match in page.matches(of: #/<(/?)([a-z0-9]+)[^>]*?(/?)>/#)
    where match.3 == "" && match.2 != "meta" {
      if match.1 == "" { open.append(match.2) } else { expect(open.popLast() == match.2) }
    }
    expect(open.isEmpty, "\(open)")
  }

  @Test func aMessageHasItsLanesAndItsSentences() throws {
    let page = try page("--device", "3", "--message", "5")
    let story = try workspace.tool.run(
      "explain", "lossy.yml", "--strategy", "fire-and-forget", "--device", "3", "--message", "5")
    let words = try unwrap(story.output.components(separatedBy: "\n\n").last)
      .split(separator: "\n").joined(separator: " ")
    expect(page, contains: "<p>\(words.replacing("'", with: "&apos;"))</p>")
    let names = page.matches(of: #/<text class="name"[^>]*>([^<]*)</#).map { String($0.1) }
    expect(
      names,
      equals: ["Provider", "Push service", "Phone", "Extension", "Notification centre", "User"])
    expect(page, contains: "<polyline class=\"way\"")
    expect(page, contains: ">created</text>")
  }

  /// What the lanes of one row say does not overlap, on a device with many events too.
  @Test(arguments: [[], ["--message", "5"]])
  func textsDoNotOverlap(options: [String]) throws {
    let text = try workspace.tool.run(
      ["explain", "lossy.yml", "--strategy", "gap-recovery", "--format", "html", "--device", "3"]
        + options
    ).output
    let texts = try text.matches(
      of: #/<text class="event" x="([0-9.]+)" y="([0-9.]+)">([^<]*)</#
    ).map { (try unwrap(Double($0.1)), $0.2, $0.3) }
    expect(texts.count > 3)
    for row in Dictionary(grouping: texts, by: \.1).values {
      let inOrder = row.sorted { $0.0 < $1.0 }
      for (one, next) in zip(inOrder, inOrder.dropFirst()) {
        expect(one.0 + 6 * Double(one.2.count) <= next.0, "\(one) \(next)")
      }
    }
    let drawing = try unwrap(elements(text, "svg").first { $0["class"] == "lanes" })
    for bar in try elements(text, "rect") where bar["class"]?.hasPrefix("bar") ?? false {
      let right = try number(bar, "x") + number(bar, "width")
      try expect(right <= number(drawing, "width"))
    }
    try expect(number(drawing, "width") <= 12_000)
  }

  // MARK: Two strategies

  @Test func twoStrategiesShareTheirAxisAndTheMark() throws {
    let page = try page("--device", "2", "--compare", "gap-recovery")
    let drawings = try elements(page, "svg").filter { $0["class"] == "lanes" }
    expect(drawings.count == 2 && drawings[0]["width"] == drawings[1]["width"])
    let marks = try elements(page, "line").filter { $0["class"] == "difference" }
    expect(marks.count == 2 && marks[0]["x1"] == marks[1]["x1"])
    let ticks = page.matches(of: #/<text class="time" x="([0-9.]+)" y="16">([^<]*)</#)
      .map { "\($0.1) \($0.2)" }
    expect(ticks.count > 4 && ticks.prefix(ticks.count / 2) == ticks.suffix(ticks.count / 2))
    let text = try workspace.tool.run(
      "explain", "lossy.yml", "--strategy", "fire-and-forget", "--device", "2", "--compare",
      "gap-recovery"
    ).output
    let start = try unwrap(text.range(of: "Until here both are the same.")).lowerBound
    let sentence = text[start...].prefix { $0 != "=" }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ").replacing("\"", with: "&quot;").replacing("'", with: "&apos;")
    expect(page, contains: sentence)
  }

  @Test func strategiesThatDoTheSameAreToldSo() throws {
    let page = try page(
      "--device", "0", "--compare", "other", "--set",
      "strategies=[fire-and-forget, {name: other, fire-and-forget: {}}]")
    expect(page, contains: "<p>No difference: the events are the same.</p>")
    expect(!page.contains("class=\"difference\""))
  }

  // MARK: Colours

  /// WCAG 2.2, 1.4.3: text on its ground at least 4.5 to 1; 1.4.11: lines and dots at least 3 to 1.
  @Test func everythingCanBeReadInTheLightAndInTheDark() throws {
    let page = try page("--device", "3", "--message", "5")
    let blocks = page.matches(of: #/:root \{([^}]*)\}/#).map { String($0.1) }
    expect(blocks.count, equals: 2)
    for block in blocks {
      let pairs = block.matches(of: #/--([a-z-]+): (#[0-9a-f]{6});/#)
      let colours = Dictionary(uniqueKeysWithValues: pairs.map { (String($0.1), String($0.2)) })
      let grounds = colours.keys.filter {
        !["ink", "soft", "line", "way", "end", "told"].contains($0)
      }
      expect(grounds.count == 10)
      for ground in grounds {
        let contrast = try contrast(unwrap(colours["ink"]), unwrap(colours[ground]))
        expect(contrast >= 4.5, "ink on \(ground): \(contrast)")
      }
      for ground in ["paper", "lane"] {
        for (name, least) in [("soft", 4.5), ("way", 3), ("end", 3), ("told", 3)] {
          let contrast = try contrast(unwrap(colours[name]), unwrap(colours[ground]))
          expect(contrast >= least, "\(name) on \(ground): \(contrast)")
        }
      }
    }
  }

  /// WCAG 2.2, relative luminance and contrast ratio.
  private func contrast(_ one: String, _ other: String) throws -> Double {
    let lights = try [one, other].map { colour in
      let value = try unwrap(Int(colour.dropFirst(), radix: 16))
      let parts = [value >> 16, value >> 8 & 255, value & 255].map { part in
        let share = Double(part) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }.sorted()
    return (lights[1] + 0.05) / (lights[0] + 0.05)
  }
}
