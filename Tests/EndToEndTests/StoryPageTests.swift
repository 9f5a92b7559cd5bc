import Files
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

  private func explain(_ options: [String]) throws -> String {
    let ending = try workspace.tool.run(
      ["explain", "lossy.yml", "--strategy", "fire-and-forget"] + options)
    expect(ending.code == 0 && ending.messages == "", "\(ending.messages)")
    return ending.output
  }

  private func page(_ options: String...) throws -> String {
    try explain(options + ["--format", "html"])
  }

  /// The contents of the elements of a kind.
  private func contents(_ page: String, _ opening: String) -> [String] {
    page.components(separatedBy: opening).dropFirst().map { part in
      let name = opening.dropFirst().prefix { $0.isLetter || $0.isNumber }
      return part.components(separatedBy: "</\(name)>")[0]
    }
  }

  private typealias Object = [String: Any]

  private func data(_ page: String) throws -> Object {
    let text = try unwrap(contents(page, "<script type=\"application/json\" id=\"stories\">").first)
    return try unwrap(JSONSerialization.jsonObject(with: Data(text.utf8)) as? Object)
  }

  private func stories(_ page: String) throws -> [Object] {
    try unwrap(data(page)["stories"] as? [Object])
  }

  // MARK: The page

  @Test func thePageNeedsNothingElse() throws {
    let page = try page("--device", "3")
    let script = try unwrap(contents(page, "<script>").first)
    let style = try unwrap(contents(page, "<style>").first)
    let (scriptHash, styleHash) = (
      SHA256.base64(of: Array(script.utf8)), SHA256.base64(of: Array(style.utf8))
    )
    expect(
      contents(page, "Security-Policy\" content=\"")[0],
      hasPrefix: "default-src 'none'; script-src 'sha256-\(scriptHash)'; "
        + "style-src 'sha256-\(styleHash)'; base-uri 'none'; form-action 'none'\">")
    let rest = page.replacing(script, with: "").replacing(style, with: "")
    for word in [" src=", " href=", " style=", " onclick", "url(", "http:", "https:"] {
      expect(!rest.contains(word), "\(word)")
    }
    for word in ["fetch(", "import", "eval(", "innerHTML", "url("] {
      expect(!(script + style).contains(word), "\(word)")
    }
    // Each element that is opened is closed, in order.
    var open: [Substring] = []
    for match in rest.matches(of: #/<(/?)([a-z0-9]+)[^>]*>/#) where match.2 != "meta" {
      if match.1 == "" { open.append(match.2) } else { expect(open.popLast() == match.2) }
    }
    expect(open.isEmpty, "\(open)")
  }

  @Test func theSameBytesTwice() throws {
    expect(try page("--device", "3"), equals: try page("--device", "3"))
  }

  /// Who has no script reads what the command prints without a page.
  @Test(arguments: [["--device", "3"], ["--device", "3", "--message", "5"]], [false, true])
  func thePageHasTheText(options: [String], isComparison: Bool) throws {
    let all = options + (isComparison ? ["--compare", "gap-recovery"] : [])
    let page = try explain(all + ["--format", "html"])
    expect(page, contains: "<details id=\"text\" open>")
    let text = contents(page, "<pre>")[0].replacing("&quot;", with: "\"")
      .replacing("&apos;", with: "'").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
      .replacing("&amp;", with: "&")
    expect(text + "\n", equals: try explain(all))
  }

  // MARK: Stories

  /// A story has one form: that of `--stories`.
  @Test func theStoryIsThatOfTheCollection() throws {
    let collection = try workspace.tool.run(
      "explain", "lossy.yml", "--strategy", "fire-and-forget", "--stories", "1")
    let document = try unwrap(
      JSONSerialization.jsonObject(with: Data(collection.output.utf8)) as? Object)
    var story = try unwrap((document["stories"] as? [Object])?.last)
    let place = try ["replication", "device", "message"].flatMap {
      ["--\($0)", "\(try unwrap(story[$0] as? Int))"]
    }
    story["command"] = nil
    let drawn = try data(explain(place + ["--format", "html"]))
    let one = try unwrap((drawn["stories"] as? [Object])?.first)
    expect(NSDictionary(dictionary: one), equals: NSDictionary(dictionary: story))
    for key in ["lanes", "kinds"] {
      expect(try unwrap(drawn[key] as? NSArray), equals: try unwrap(document[key] as? NSArray))
    }
  }

  @Test func aDeviceHasAllThatHappens() throws {
    let story = try unwrap(stories(page("--device", "3")).first)
    expect(story["message"] is NSNull && story["fate"] is NSNull)
    expect(story["start_s"] as? Double == 0)
    let roles = try unwrap(story["events"] as? [Object]).map { event in
      let kind = event["kind"] as? String ?? ""
      let role = event["role"] as? String
      expect((role == "end") == kind.hasPrefix("destroyed-"), "\(kind)")
      expect((role == "told") == ["shown", "summary", "synced"].contains(kind), "\(kind)")
      return role
    }
    expect(Set(roles), equals: ["", "end", "told"])
    let text = try explain(["--device", "3"])
    let fates = try unwrap(text.components(separatedBy: "\n\n").last)
    expect((story["words"] as? String ?? "") + "\n", equals: fates)
  }

  @Test func twoStrategiesHaveTheSameTimesAndAMark() throws {
    let page = try data(page("--device", "2", "--compare", "gap-recovery"))
    let stories = try unwrap(page["stories"] as? [Object])
    expect(stories.map { $0["strategy"] as? String }, equals: ["fire-and-forget", "gap-recovery"])
    for key in ["start_s", "end_s"] {
      expect(stories[0][key] as? Double == stories[1][key] as? Double)
    }
    let difference = try unwrap(page["difference"] as? Object)
    let text = try explain(["--device", "2", "--compare", "gap-recovery"])
    let start = try unwrap(text.range(of: "Until here both are the same.")).lowerBound
    let sentence = text[start...].prefix { $0 != "=" }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    expect(difference["words"] as? String, equals: sentence)
    // At this time one has an event that the other one has not.
    let here = stories.map { story in
      Set(
        (story["events"] as? [Object] ?? []).filter {
          $0["time_s"] as? Double == difference["time_s"] as? Double
        }.map { $0["text"] as? String })
    }
    expect(here[0] != here[1])
  }

  @Test func strategiesThatDoTheSameHaveNoMark() throws {
    let page = try page(
      "--device", "0", "--compare", "other", "--set",
      "strategies=[fire-and-forget, {name: other, fire-and-forget: {}}]")
    expect(try data(page)["difference"] is NSNull)
  }

  // MARK: Colours

  /// WCAG 2.2, 1.4.3: text on its ground at least 4.5 to 1; 1.4.11: lines and dots at least 3 to 1.
  @Test func everythingCanBeReadInTheLightAndInTheDark() throws {
    let page = try page("--device", "3", "--message", "5")
    let style = contents(page, "<style>")[0]
    let blocks = style.matches(of: #/:root \{([^}]*)\}/#).map { String($0.1) }
    expect(blocks.count, equals: 2)
    let kinds = try unwrap(data(page)["kinds"] as? [Object]).compactMap { $0["name"] as? String }
    expect(!kinds.isEmpty)
    for block in blocks {
      let pairs = block.matches(of: #/--([a-z-]+): (#[0-9a-f]{6})/#)
      let colours = Dictionary(uniqueKeysWithValues: pairs.map { (String($0.1), String($0.2)) })
      for ground in kinds + ["paper", "soft", "grid"] {
        let contrast = try contrast(unwrap(colours["ink"]), unwrap(colours[ground]))
        expect(contrast >= 4.5, "ink on \(ground): \(contrast)")
      }
      for ground in ["paper", "soft"] {
        for (name, least) in [("faint", 4.5), ("accent", 4.5), ("end", 3), ("told", 3)] {
          let contrast = try contrast(unwrap(colours[name]), unwrap(colours[ground]))
          expect(contrast >= least, "\(name) on \(ground): \(contrast)")
        }
      }
    }
  }

  @Test func eachKindOfBarHasItsColour() throws {
    let page = try page("--device", "3")
    for kind in try unwrap(data(page)["kinds"] as? [Object]) {
      let name = kind["name"] as? String ?? ""
      expect(page, contains: ".kind.\(name) { fill: var(--\(name)); background: var(--\(name)) }")
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
