extension InputEstimates {
  private static let format = 1

  /// A file or a manifest holds it so.
  package var node: ConfigNode {
    .map(
      [
        ("format", .integer(Self.format)),
        ("parameters", .list(parameters.map(\.node))),
        ("covariance", .list(covariance.map { row in .list(row.map { .number($0) }) })),
      ] + (drawsUsers ? [(Self.users, .bool(true))] : []))
  }

  /// Reads what a file or a manifest holds. Whether the covariance is positive definite is not
  /// looked at.
  ///
  /// - Throws: ``InputError`` (65) with line and column.
  package init(_ node: ConfigNode) throws(InputError) {
    let sink = DiagnosticSink()
    let map = MapReader(root: node, sink: sink)
    _ = map.required("format", .integer(in: Self.format...Self.format))
    let list = map.child("parameters")?.list(count: 1...Self.countMax)
    if map.child("parameters") == nil { map.reportMissing("parameters", allowed: "a list") }
    let parameters = (list ?? []).map { InputParameter($0.map()) }
    let rows = Self.rows(map, count: parameters.count)
    let drawsUsers = map.optional(Self.users, .bool) ?? false
    _ = map.finish()
    try sink.throwIfAny()
    self.init(parameters, covariance: rows, drawsUsers: drawsUsers)
  }

  private static func rows(_ map: MapReader, count: Int) -> [[Double]] {
    guard let child = map.child("covariance") else {
      map.reportMissing("covariance", allowed: "a list with a row for each parameter")
      return []
    }
    let rows = (child.list(count: count...count) ?? []).map { row in
      row.list(of: .number(), count: count...count) ?? []
    }
    guard rows.count == count, rows.allSatisfy({ $0.count == count }) else { return [] }
    if !isSymmetric(rows) { child.report(allowed: "a symmetric matrix") }
    return rows
  }

  private static func isSymmetric(_ rows: [[Double]]) -> Bool {
    rows.indices.allSatisfy { row in
      rows.indices.allSatisfy { column in
        abs(rows[row][column] - rows[column][row])
          <= 1e-9 * (rows[row][row] * rows[column][column]).magnitude.squareRoot()
      }
    }
  }
}

extension InputParameter {
  fileprivate var node: ConfigNode {
    .map(
      [
        ("path", .text(path)), ("scale", .text(scale.rawValue)), ("unit", .text(unit.rawValue)),
        ("estimate", .number(estimate)),
      ] + (sample.map { [("sample", .integer($0))] } ?? []))
  }

  fileprivate init(_ map: MapReader) {
    let scale = map.required("scale", .choice(Scale.allCases.map(\.rawValue)))
    let unit = map.required("unit", .choice(NumberUnit.ofFiles.map(\.rawValue)))
    self.init(
      map.required("path", .text()), Scale(rawValue: scale) ?? .linear,
      NumberUnit(rawValue: unit) ?? .number, estimate: map.required("estimate", .number()),
      sample: map.optional("sample", .integer(in: 1...Int(Int32.max))))
  }
}
