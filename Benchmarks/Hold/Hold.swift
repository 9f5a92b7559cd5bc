import DeliverySim
import Foundation
import HoldModel

/// Prints events a second and the time of the last event [µs], as `peers/hold_model.c` does.
@main
enum Hold {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy({ $0 > 0 }) else {
      FileHandle.standardError.write(Data("usage: hold PENDING TIMES\n".utf8))
      exit(64)
    }
    let (pending, times) = (numbers[0], numbers[1])
    var model = HoldModel(pending: pending)
    model.hold(times: pending)
    let clock = ContinuousClock()
    let start = clock.now
    let last = model.hold(times: times)
    let rate = Double(times) / (clock.now - start).seconds
    print("\(Int(rate)) \(last.microseconds)")
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + 1e-18 * Double(components.attoseconds)
  }
}
