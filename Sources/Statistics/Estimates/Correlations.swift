/// Correlations between columns of values.
public enum Correlations {
  /// The correlation of each pair of columns; 0 with a column that does not vary.
  ///
  /// - Precondition: Each column has as many values.
  public static func matrix(_ columns: [[Double]]) -> [[Double]] {
    precondition(columns.allSatisfy { $0.count == columns[0].count }, "columns are of one length")
    let scaled = columns.map { values -> [Double] in
      let mean = values.reduce(0, +) / Double(max(1, values.count))
      let centered = values.map { $0 - mean }
      let length = centered.reduce(0) { $0 + $1 * $1 }.squareRoot()
      return centered.map { length > 0 ? $0 / length : 0 }
    }
    return scaled.indices.map { one in
      scaled.indices.map { other in
        one == other ? 1 : zip(scaled[one], scaled[other]).reduce(0) { $0 + $1.0 * $1.1 }
      }
    }
  }
}
