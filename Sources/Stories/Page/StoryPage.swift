import DeliverySim
import Files
package import Scenarios
import Vocabulary

/// A device's or a message's story as a page of its own, which draws swim lanes, and also has the
/// story as text; two strategies stand one above the other, on the same axis of time.
///
/// The program that draws is that of the page of `report`: `Script/Lanes` is a link to it, and the
/// compiler puts it into the tool.
package struct StoryPage {
  private let traces: [DeviceTrace]
  private let comparison: StrategyComparison?

  /// Simulates the device again from the seed.
  ///
  /// - Parameters:
  ///   - experiment: The experiment of the device.
  ///   - explanation: The device or message, and the strategy.
  ///   - other: The strategy to compare with; nil: none.
  /// - Throws: The errors of ``Explanation/lines(_:)``, and of ``StrategyComparison``.
  package init(
    _ explanation: Explanation, with other: String? = nil, _ experiment: Experiment
  ) throws {
    traces = try explanation.traces(with: other, experiment)
    comparison = traces.count > 1 ? StrategyComparison(traces[0], traces[1]) : nil
  }
}

extension StoryPage {
  /// The document.
  package var lines: [String] {
    [
      "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
      "<meta http-equiv=\"Content-Security-Policy\" content=\"\(Self.policy)\">",
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
      Self.element("title", [title]), "<style>\(Self.style)</style>", "</head>", "<body>", "<main>",
      Self.element("h1", [title]), "<div id=\"lanes\"></div>", "<details id=\"text\" open>",
      "<summary>As text</summary>", Self.element("pre", text), "</details>", "</main>",
      "<script type=\"application/json\" id=\"stories\">\(data.jsonOfScript())</script>",
      "<script>\(Self.script)</script>", "</body>", "</html>",
    ]
  }

  private var title: String {
    let strategies = traces.map(\.explanation.strategy).joined(separator: " and ")
    return traces[0].heading(of: strategies).joined(separator: " ")
  }

  /// The command prints this without a page.
  private var text: [String] { comparison?.text ?? traces[0].lines }

  /// The only place where texts become elements.
  private static func element(_ name: String, _ lines: [String]) -> String {
    "<\(name)>\(lines.map(Markup.encoded).joined(separator: "\n"))</\(name)>"
  }
}

extension StoryPage {
  // MARK: Data

  /// Lanes, kinds and stories as in the document of ``StoryCollection``.
  private var data: ConfigNode {
    .map(
      StoryLanes.legend + [
        ("difference", difference), ("stories", .list(traces.map { StoryLanes($0).node($0) })),
      ])
  }

  private var difference: ConfigNode {
    guard let difference = comparison?.difference else { return .null }
    return .map([
      ("time_s", .number(difference.time.seconds)), ("words", .text(difference.words)),
    ])
  }

  // MARK: Program

  private static let style = text(of: PackageResources.lanes_css)
  private static let script =
    "'use strict';\n(() => {\n"
    + [
      PackageResources.amounts_js, PackageResources.shapes_js, PackageResources.lanes_js,
      PackageResources.page_js,
    ].map(text).joined(separator: "\n") + "})()\n"

  private static func text(of bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  /// This script, this style, and no request.
  private static let policy =
    "default-src 'none'; script-src \(source(script)); style-src \(source(style)); "
    + "base-uri 'none'; form-action 'none'"

  private static func source(_ text: String) -> String {
    "'sha256-\(SHA256.base64(of: Array(text.utf8)))'"
  }
}
