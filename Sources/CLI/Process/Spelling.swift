import Search

/// A command line in the words of this version. Commands and options of earlier versions go on to
/// work: they are replaced before anything is parsed, so that no help shows them.
struct Spelling {
  /// These words stand behind the program's name.
  private(set) var words: [String]
  /// The user should type this instead; nil: the words are those of this version.
  private(set) var advice: String?

  /// - Parameter typed: The words behind the program's name.
  init(_ typed: [String]) {
    words = typed
    // Behind "help" stands a command's name too.
    let isHelp = typed.first == "help"
    let name = isHelp ? typed.dropFirst().first : typed.first
    switch name {
    case "plan":
      replaceName(isHelp, by: ["validate"], ["--cost"])
      advice = "use validate --cost instead of plan"
    case "optimise":
      // Without a range this option is refused. If it has no value, --points complains.
      let isAsked = place(of: "--budget") != nil
      let points = take("--budget") ?? (isAsked ? "" : "\(Optimisation.Question.pointsUnasked)")
      replaceName(isHelp, by: ["best"], ["--points", points])
      advice = "use best --range instead of optimise, and --points instead of --budget"
    case "explain" where !isHelp: splitExplain()
    default: break
    }
  }

  private mutating func replaceName(_ isHelp: Bool, by name: [String], _ options: [String]) {
    let place = isHelp ? 1 : 0
    words.replaceSubrange(place...place, with: name + (isHelp ? [] : options))
  }

  /// `explain` could find and trace too.
  private mutating func splitExplain() {
    let typed = words
    let (kind, format) = (take("--find"), take("--format"))
    let file = ["--save", "--against", "--world"].first { place(of: $0) != nil }
    let isTrace = file != nil || format == "perfetto"
    guard kind != nil || isTrace else {
      words = typed
      return
    }
    // Both commands print text anyway.
    let form = format.flatMap { $0 == "text" ? nil : ["--format", $0] } ?? []
    words = (kind.map { ["find", $0] } ?? ["trace"]) + form + words.dropFirst()
    let option = kind == nil ? file ?? "--format perfetto" : "--find"
    advice = "use \(kind == nil ? "trace" : "find") instead of explain \(option)"
  }

  /// Behind "--" words are names.
  private func place(of option: String) -> Int? {
    words.prefix { $0 != "--" }.firstIndex { $0 == option || $0.hasPrefix("\(option)=") }
  }

  /// Takes an option out, wherever it stands.
  ///
  /// - Returns: Its last value; nil where it has none.
  private mutating func take(_ option: String) -> String? {
    var value: String?
    while let place = place(of: option) {
      let word = words.remove(at: place)
      if word != option {
        value = String(word.dropFirst(option.count + 1))
      } else if place < words.count {
        value = words.remove(at: place)
      }
    }
    return value
  }
}
