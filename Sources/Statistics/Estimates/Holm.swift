/// P values adjusted for a family of tests by Holm's step-down method.
///
/// The k-th smallest of m becomes the largest of (m - j + 1) · p(j) over j ≤ k, at most 1.
/// Rejecting what is at most α keeps the probability of any false rejection at most α, however the
/// tests depend on each other.
///
/// - Parameter pValues: each in 0...1; the family may be empty.
/// - Returns: the adjusted values, in the order given.
/// - Complexity: O(m log m).
///
/// Source: S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal
/// of Statistics 6 (1979) 65-70; the adjusted values as in R's `p.adjust`.
public func holm(_ pValues: [Double]) -> [Double] {
  precondition(pValues.allSatisfy { $0 >= 0 && $0 <= 1 }, "a p value is in 0 ... 1")
  let order = pValues.indices.sorted { (pValues[$0], $0) < (pValues[$1], $1) }
  var adjusted = pValues
  var largest = 0.0
  for (rank, index) in order.enumerated() {
    largest = max(largest, min(1, Double(pValues.count - rank) * pValues[index]))
    adjusted[index] = largest
  }
  return adjusted
}
