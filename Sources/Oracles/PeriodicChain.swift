// Goals, in order: closed forms, hour by hour; nothing that the simulation could share.
//
// Source: the forward and the backward equation of a Markov chain of two states whose rates repeat
// every week, derived below.

import Foundation

/// A device whose exponential online and offline spans are used up at a pace for each hour of the
/// week (model.md R1.9), long after the start.
public struct PeriodicChain: Sendable {
  /// The length of an hour **[s]**.
  private static let hour = 3600.0

  /// Rates of going offline, and of coming back **[1/s]**, by hour of the week.
  private let leave: [Double]
  private let comeBack: [Double]

  /// - Parameters:
  ///   - onlineMean: U **[s]**, of an online span at pace 1, above 0.
  ///   - offlineMean: D **[s]**, of an offline span at pace 1, above 0.
  ///   - onlinePace: 168 weights of at least 0, one of them above 0.
  ///   - offlinePace: The pace of offline spans, written like `onlinePace`.
  public init(
    onlineMean: Double, offlineMean: Double, onlinePace: [Double], offlinePace: [Double]
  ) {
    precondition(onlineMean > 0 && onlineMean.isFinite, "a mean online time is above 0")
    precondition(offlineMean > 0 && offlineMean.isFinite, "a mean offline time is above 0")
    for pace in [onlinePace, offlinePace] {
      precondition(pace.count == 168, "a week has 168 hours")
      precondition(pace.allSatisfy { $0 >= 0 && $0.isFinite }, "a weight is at least 0")
      precondition(pace.contains { $0 > 0 }, "one weight is above 0")
    }
    leave = onlinePace.map { $0 / onlineMean }
    comeBack = offlinePace.map { $0 / offlineMean }
  }
}

extension PeriodicChain {
  // MARK: Answers, by hour of the week

  /// The mean share of the devices that is offline in each hour.
  ///
  /// Derivation: with p = P(offline), p' = a(1 - p) - bp; while the rates a and b stand still, p
  /// goes to s = a/(a + b) as e^(-(a + b)t). Over a week p is mapped by an affine function, whose
  /// fixed point is the periodic solution.
  public var offlineShares: [Double] {
    zip(offlineAtStarts, leave.indices).map { start, hour in
      let path = offline(in: hour, from: start)
      return path.goal + path.distance * Self.mean(path.rate)
    }
  }

  /// The share of the notifications created in each hour that is lost, where the push service
  /// stores one for each device, the newest, and nothing else is lost or delayed.
  ///
  /// Derivation: one that is created offline is lost if another one is created before the device
  /// comes back. With q(t) the probability of that, -q' = λ(1 - q) - bq, backwards from the end of
  /// the hour: to λ/(λ + b) as e^(-(λ + b)t). The loss is the mean of pq over the hour.
  ///
  /// - Parameter arrivalRate: λ **[1/s]**, of Poisson arrivals, above 0.
  public func newestOnlyLoss(arrivalRate: Double) -> [Double] {
    precondition(arrivalRate > 0 && arrivalRate.isFinite, "the arrival rate is above 0")
    let ends = lostAtEnds(arrivalRate)
    return zip(offlineAtStarts, leave.indices).map { start, hour in
      let p = offline(in: hour, from: start)
      let q = lost(in: hour, to: ends[hour], arrivalRate)
      let product = Self.meanOfOpposed(p.rate, q.rate)
      return p.goal * q.goal + q.goal * p.distance * Self.mean(p.rate)
        + p.goal * q.distance * Self.mean(q.rate) + p.distance * q.distance * product
    }
  }

  /// The number of times that a device goes offline in a week.
  public var disconnectionsPerWeek: Double {
    zip(leave, offlineShares).reduce(0) { $0 + Self.hour * $1.0 * (1 - $1.1) }
  }
}

extension PeriodicChain {
  // MARK: In an hour

  /// goal + distance · e^(-rate · t), t from one end of the hour.
  private struct Path {
    let goal, distance, rate: Double

    var end: Double { goal + distance * exp(-rate * PeriodicChain.hour) }
  }

  /// P(offline), from the hour's start on.
  private func offline(in hour: Int, from start: Double) -> Path {
    let rate = leave[hour] + comeBack[hour]
    let goal = rate > 0 ? leave[hour] / rate : start
    return Path(goal: goal, distance: start - goal, rate: rate)
  }

  /// P(another one before the return), from the hour's end back.
  private func lost(in hour: Int, to end: Double, _ arrivalRate: Double) -> Path {
    let rate = arrivalRate + comeBack[hour]
    let goal = arrivalRate / rate
    return Path(goal: goal, distance: end - goal, rate: rate)
  }

  /// The mean of e^(-rate · t) over the hour.
  private static func mean(_ rate: Double) -> Double {
    rate > 0 ? -expm1(-rate * hour) / (rate * hour) : 1
  }

  /// The mean of e^(-one · t) e^(-other · (hour - t)) over the hour.
  private static func meanOfOpposed(_ one: Double, _ other: Double) -> Double {
    exp(-min(one, other) * hour) * mean(abs(one - other))
  }

  // MARK: The periodic solutions

  private var offlineAtStarts: [Double] {
    func week(from start: Double) -> [Double] {
      leave.indices.reduce(into: [start]) { $0.append(offline(in: $1, from: $0[$1]).end) }
    }
    return Array(week(from: Self.fixedPoint { week(from: $0)[168] }).dropLast())
  }

  /// By hour, at its end.
  private func lostAtEnds(_ arrivalRate: Double) -> [Double] {
    func week(to end: Double) -> [Double] {
      leave.indices.reversed().reduce(into: [end]) { values, hour in
        values.append(lost(in: hour, to: values[values.count - 1], arrivalRate).end)
      }
    }
    return week(to: Self.fixedPoint { week(to: $0)[168] }).dropLast().reversed()
  }

  /// The fixed point of an affine function.
  private static func fixedPoint(_ affine: (Double) -> Double) -> Double {
    let (atZero, atOne) = (affine(0), affine(1))
    return atZero / (1 - (atOne - atZero))
  }
}
