import Files
import Models

extension StrategyKind {
  static let foreign = StrategyKind(
    "foreign", ForeignKeys(), "Its code is in a program that uses this library.",
    layer: .foreign, readForeign)
}

private final class ForeignKeys: KeyGroup {
  let name = Key(needed: "name", .name, "The strategy's name in the program.", "R8")
}

/// Only the program that has its code can run it.
@Sendable private func readForeign(_ section: Section<ForeignKeys>) -> Strategy {
  let errorsBefore = section.sink.reportCount
  let (name, known) = (section.name, section.reading.foreign)
  guard section.sink.reportCount == errorsBefore else { return .fireAndForget }
  if let own = known.first(where: { $0.name == name }) { return .foreign(own) }
  let here = known.map(\.name)
  section.child(\.name)?.report(
    .message("\(name) is a foreign strategy: its code is in another program, which must run it"),
    allowed: here.isEmpty ? nil : here.joined(separator: ", "),
    suggestion: NearestName.nearest(to: name, among: here))
  return .fireAndForget
}
