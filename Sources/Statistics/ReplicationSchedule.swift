/// stub
public struct ReplicationSchedule: Sendable, Equatable {
  public let min: Int
  public let max: Int
  public init(min: Int, max: Int) {
    self.min = min
    self.max = max
  }
  public var sizes: [Int] {
    var sizes: [Int] = []
    var size = Double(min)
    while Int(size.rounded(.up)) < max {
      sizes.append(Int(size.rounded(.up)))
      size *= 1.25
    }
    return sizes + [max]
  }
}

extension Estimate {
  public var halfWidth: Double? {
    guard let low, let high else { return nil }
    return max(high - mean, mean - low)
  }
}

extension Difference {
  public var halfWidth: Double? {
    guard let low, let high else { return nil }
    return max(high - difference, difference - low)
  }
}
