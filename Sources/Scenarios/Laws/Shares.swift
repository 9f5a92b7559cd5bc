import DeliverySim
import Files
import Models

/// Reports shares of the same things that are more than all, or less although all are named.
func sumIsRight(
  _ shares: [Probability], _ nothing: Probability?, _ map: MapReader
) -> Bool {
  let sum = shares.reduce(nothing?.value ?? 0) { $0 + $1.value }
  let rounding = DeviceGroup.roundingMax
  if sum <= 1 + rounding, nothing == nil || sum >= 1 - rounding { return true }
  let text = Units.text(of: (sum * 1e9).rounded() / 1e9)
  map.source.report(
    found: "shares that sum to \(text)",
    allowed: nothing == nil ? "shares that sum to at most 1" : "shares that sum to 1")
  return false
}
