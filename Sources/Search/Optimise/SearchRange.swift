import Files
import Foundation
import Runs
import Scenarios
import Vocabulary

/// A number of the scenario and the values that it may have, as `--range PATH=A..B` says.
struct SearchRange: Sendable {
  /// The column's name.
  var name: String
  let path: String
  private let unit: InputParameter.Unit
  /// As people write it: rates by the day. ``low`` is below ``high``.
  let low: Double
  let high: Double
  /// Equal ratios count alike, not equal differences.
  let isLog: Bool
  /// Only whole numbers are allowed.
  var isWhole = false

  static let shape = "PATH=A..B or PATH=A..B:log, such as strategies.heartbeat.after=5m..4h"
  private static let location = SourceLocation(file: "--range")
  /// More cannot be written in a scenario.
  private static let most = 1e12

  /// - Parameter resolved: The scenario with defaults filled in.
  /// - Throws: `InputError` (64) for what is no range of a number that the scenario has.
  init(_ text: String, _ resolved: ConfigNode) throws(InputError) {
    let halves = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard halves.count == 2 else {
      throw Self.error("", .found("\"\(Diagnostic.excerpt(text))\""), Self.shape)
    }
    path = halves[0]
    name = path.split(separator: ".").last.map(String.init) ?? path
    unit = try Self.unit(path, resolved)
    let parts = halves[1].split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let ends = parts[0].ranges(of: "..").first.map { dots in
      [String(parts[0][..<dots.lowerBound]), String(parts[0][dots.upperBound...])]
    }
    let numbers = (ends ?? []).compactMap { [unit] in
      unit.number(ConfigNode(.scalar(text: $0, isQuoted: false)))
    }
    let found = Diagnostic.Problem.found("\"\(Diagnostic.excerpt(halves[1]))\"")
    guard numbers.count == 2, parts.count == 1 || parts.dropFirst() == ["log"] else {
      throw Self.error(
        path, found,
        "A..B or A..B:log, with values such as \(resolved.value(at: path)?.foundText ?? "1")")
    }
    // Without what multiplying has rounded.
    let written = numbers.map { [unit] in
      unit == .perSecond ? ($0 * Self.day * 1e9).rounded() / 1e9 : $0
    }
    (low, high) = (written[0], written[1])
    guard low < high, abs(low) < Self.most, abs(high) < Self.most else {
      throw Self.error(path, found, "A..B with A below B, both below 1e12")
    }
    isLog = parts.count == 2 || low > 0 && high > 10 * low
    guard !isLog || low > 0 else { throw Self.error(path, found, "A above 0, for a log scale") }
  }

  private static func unit(
    _ path: String, _ resolved: ConfigNode
  ) throws(InputError) -> InputParameter.Unit {
    guard Variation(ofPath: path).allowsNumbers else {
      throw error(
        path, .found("a setting of the experiment"),
        "parameters of strategies and inputs of the model, such as network.offline")
    }
    guard let node = resolved.value(at: path) else {
      let (place, keys) = resolved.deepest(path)
      throw error(
        path, .message("the scenario does not have it"),
        "under \(place.isEmpty ? "the scenario" : place): "
          + (keys.isEmpty ? "nothing" : keys.joined(separator: ", ")),
        resolved.suggestion(for: path))
    }
    guard let unit = InputParameter.Unit.allCases.first(where: { $0.number(node) != nil }) else {
      throw error(path, .found(node.foundText), "the path of a number, time, rate or share")
    }
    return unit
  }

  private static func error(
    _ path: String, _ problem: Diagnostic.Problem, _ allowed: String,
    _ suggestion: String? = nil
  ) -> InputError {
    let diagnostic = Diagnostic(
      at: location, path: path, problem, allowed: allowed, suggestion: suggestion)
    return InputError(ExitCode.usage, [diagnostic])
  }
}

extension SearchRange {
  /// A number between whole ones, if the ends leave open whether it is allowed; else nil.
  var doubtful: Double? {
    unit == .number && low == low.rounded() && high == high.rounded() ? low + 0.5 : nil
  }

  // MARK: Between the cube and the scenario

  /// The number at a coordinate in 0 to 1: whole, or of three digits.
  func number(at coordinate: Double) -> Double {
    let exact = isLog ? low * pow(high / low, coordinate) : low + (high - low) * coordinate
    if isWhole { return min(high, max(low, exact.rounded())) }
    let power = Int(log10(isLog ? exact : high - low).rounded(.down)) - 2
    let step = pow(10, Double(abs(power)))
    return min(
      high, max(low, power < 0 ? (exact * step).rounded() / step : (exact / step).rounded() * step))
  }

  func coordinate(of number: Double) -> Double {
    isLog ? log(number / low) / log(high / low) : (number - low) / (high - low)
  }

  /// A whole number's distance to its neighbours in the middle of the range, else a small one.
  var steps: [Double] {
    [1.0 / 8, 1.0 / 32, 1.0 / 128] + (isWhole && !isLog ? [1 / (high - low)] : [])
  }

  /// As a scenario has it.
  func node(_ number: Double) -> ConfigNode {
    var node = unit.node(number)
    if unit == .perSecond {
      node.content = .scalar(text: "\(Units.text(of: number))/d", isQuoted: false)
    }
    node.location = Self.location
    return node
  }

  /// As results have it: in seconds, per second or a number.
  func cell(_ number: Double) -> Double { unit == .perSecond ? number / Self.day : number }

  private static var day: Double { 86_400 }

  /// For people.
  var text: String {
    let ends = [low, high].map { node($0).scalarText ?? "" }
    return "\(path) from \(ends[0]) to \(ends[1])" + (isLog ? " (log)" : "")
  }
}

extension [SearchRange] {
  /// Names that columns may have: the last key of the path, with the one before where needed.
  func named() -> [SearchRange] {
    let plain = { (text: String) in
      String(text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }
    var taken = ResultColumns.names.union(ResultColumns.optimise.map(\.name))
    return map { range in
      var named = range
      let keys = range.path.split(separator: ".").map { plain(String($0)) }
      let names = keys.indices.reversed().map { keys[$0...].joined(separator: "_") }
      let free = names.first { !taken.contains($0) && $0.first?.isLetter == true }
      named.name = free ?? "range_\(taken.count)"
      taken.insert(named.name)
      return named
    }
  }
}
