import Files
import Foundation
import Statistics

/// Estimates from one sample: they depend on each other, and on no other sample's.
package struct InputBlock: Sendable {
  let parameters: [InputParameter]
  let covariance: [[Double]]

  /// - Parameter covariance: nil where the sample does not determine the parameters.
  /// - Returns: nil then, too.
  init?(_ parameters: [InputParameter], _ covariance: [[Double]]?) {
    guard let covariance, covariance.count == parameters.count, !parameters.isEmpty else {
      return nil
    }
    (self.parameters, self.covariance) = (parameters, covariance)
  }
}

extension InputEstimates {
  /// - Returns: nil without blocks.
  init?(_ blocks: [InputBlock]) {
    let parameters = blocks.flatMap(\.parameters)
    guard !parameters.isEmpty else { return nil }
    var covariance = parameters.map { _ in [Double](repeating: 0, count: parameters.count) }
    var first = 0
    for block in blocks {
      for (row, values) in block.covariance.enumerated() {
        covariance[first + row].replaceSubrange(first..<first + values.count, with: values)
      }
      first += block.parameters.count
    }
    self.init(parameters, covariance: covariance)
  }
}
