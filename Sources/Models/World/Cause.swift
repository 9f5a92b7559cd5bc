/// It has destroyed a copy (R0.4): a cause of any feature, or none. Each feature has an enum of its
/// causes; the manifest lists them (`Features.swift`).
public struct Cause: Sendable, Hashable {
  /// A small number of its own, without holes; part of fingerprints and of the order of results.
  package let code: UInt8

  /// A cause of a feature, as one of any.
  package init(_ cause: some Causes) { code = cause.rawValue }

  private init(code: UInt8) { self.code = code }

  /// No copy was destroyed.
  public static let none = Cause(code: 0)
}

/// All causes of a feature; the raw value is the code.
package protocol Causes: CaseIterable, RawRepresentable<UInt8>, Sendable {
  /// It says what there is to know of the cause.
  var row: Cause.Row { get }
}

extension Causes {
  /// Nil: something else destroyed it.
  package init?(_ cause: Cause) { self.init(rawValue: cause.code) }
}

extension Cause {
  // MARK: The table

  /// A row has what there is to know of a cause.
  package struct Row: Sendable {
    let stage: Stage
    let name: String
    let storyName: String
    let hangsOn: StoryRecord.Event.DeviceStates

    /// - Parameter storyName: It tells apart what has one name at two stages.
    init(
      _ stage: Stage, _ name: String, inStories storyName: String? = nil,
      hangsOn: StoryRecord.Event.DeviceStates = []
    ) {
      (self.stage, self.name, self.storyName) = (stage, name, storyName ?? name)
      self.hangsOn = hangsOn
    }
  }

  /// The rows, by code.
  private static let rows: [Row?] =
    [nil] + Feature.all.flatMap(\.causes).sorted { $0.rawValue < $1.rawValue }.map(\.row)

  /// All causes, in the order of results: none first.
  public static let allCases = rows.indices.map { Cause(code: UInt8($0)) }

  /// Nil for ``none``.
  var row: Row? { Self.rows[Int(code)] }

  /// Nil for ``none``.
  public var stage: Stage? { row?.stage }

  /// The name in results; empty for ``none``.
  public var name: String { row?.name ?? "" }

  /// The name in saved stories.
  var storyName: String { row?.storyName ?? "" }
}
