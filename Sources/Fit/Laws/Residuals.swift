import Foundation
import Statistics

/// Gaps in a model's own time: under the right model they are exponential with mean 1, whatever
/// the model.
///
/// The clock of a device starts at its first message. The rest of a gap when the window ends is
/// carried over to the next device, so that long gaps are not missed.
///
/// Source: E. N. Brown, R. Barbieri, V. Ventura, R. E. Kass, L. M. Frank, "The time-rescaling
/// theorem and its application to neural spike train data analysis", Neural Computation 14 (2002).
struct Residuals {
  private var carried = 0.0
  private var values: [Double] = []

  /// The next message comes after so much of the model's time.
  mutating func add(_ span: Double) {
    values.append(carried + span)
    carried = 0
  }

  /// No message comes until the window ends.
  mutating func carry(_ span: Double) { carried += span }

  /// Kolmogorov's distance to the exponential law; nil without gaps.
  var distance: Double? {
    values.isEmpty ? nil : GoodnessOfFit.distance(values.ascending()) { exp(-max(0, $0)) }
  }
}
