package import Files
import Models

/// The endings that examples may have, by the names in `fates.csv`; `none` stands for a cause or
/// stage that is empty there: nothing was destroyed.
package struct EndingFilter: Sendable {
  /// The conditions that are asked for, as options and names.
  private let asked: [(option: String, name: String)]
  /// Nil: any.
  private let causes: [Cause]?
  private let repair: Repair?

  /// - Parameters:
  ///   - cause: The cause that destroyed the last copy, such as `overwritten`; with its stage too,
  ///     as `find` prints it: `link/lost`. Nil: any.
  ///   - stage: The stage where that happened, such as `service`; nil: anywhere.
  ///   - repair: The outcome of the repair; nil: anything.
  /// - Throws: `InputError` (64) for names that there are not.
  package init(cause: String?, stage: String?, repair: String?) throws(InputError) {
    asked = [("cause", cause), ("stage", stage), ("repair", repair)]
      .compactMap { option, name in name.map { (option, $0) } }
    var causes: [Cause]?
    if let cause {
      let isNamed = Cause.allCases.contains { $0.answers(to: cause) }
      guard isNamed else { throw Self.unknown("cause", cause, among: Self.causeNames) }
      causes = Cause.allCases.filter { $0.answers(to: cause) }
    }
    if let stage {
      guard Self.stageNames.contains(stage) else {
        throw Self.unknown("stage", stage, among: Self.stageNames)
      }
      causes = (causes ?? Cause.allCases).filter { $0.stageName == stage }
    }
    self.causes = causes
    self.repair = Repair.allCases.first { $0.name == repair }
    if let repair, self.repair == nil {
      throw Self.unknown("repair", repair, among: Self.repairNames)
    }
  }
}

extension EndingFilter {
  func allows(_ outcome: DeviceStory.Outcome) -> Bool {
    (causes?.contains(outcome.cause) ?? true) && (repair ?? outcome.repair) == outcome.repair
  }

  /// Such as ` (cause overwritten, repair none)`; empty where everything is allowed.
  var words: String {
    asked.isEmpty ? "" : " (\(asked.map { "\($0.option) \($0.name)" }.joined(separator: ", ")))"
  }

  // MARK: Names

  package static let causeNames = distinct(Cause.allCases.map(\.givenName))
  package static let stageNames = distinct(Cause.allCases.map(\.stageName))
  package static let repairNames = Repair.allCases.map(\.name)

  private static func unknown(
    _ kind: String, _ name: String, among names: [String]
  ) -> InputError {
    .unknownName("--\(kind)", Diagnostic.excerpt(name), among: names, kind: kind)
  }

  private static func distinct(_ names: [String]) -> [String] {
    names.enumerated().filter { !names[..<$0.offset].contains($0.element) }.map(\.element)
  }
}

extension Cause {
  fileprivate var givenName: String { self == .none ? "none" : name }
  fileprivate var stageName: String { stage?.rawValue ?? "none" }

  fileprivate func answers(to name: String) -> Bool {
    name == givenName || stage != nil && name == "\(stageName)/\(self.name)"
  }
}
