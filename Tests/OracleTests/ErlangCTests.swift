import DeliverySim
import Foundation
import Models
import Oracles
import TestSupport
import Testing

@Suite("The endpoint for re-requests against Erlang C")
struct ErlangCTests {
  /// From the sums of Erlang's formula in exact fractions (Python's `fractions`), for a load of a:
  /// P(wait > 0), and the mean wait in mean service times, P/(c - a).
  private static let exact: [(servers: Int, load: Double, waits: Double, meanWait: Double)] = [
    (1, 0.5, 0.5, 1), (2, 1.5, 0.6428571428571429, 1.2857142857142858),
    (4, 3.2, 0.5964324717874044, 0.7455405897342555),
    (30, 25, 0.24989316688690655, 0.04997863337738131),
    (300, 280, 0.16381416929292014, 0.008190708464646007),
  ]

  private func isClose(_ value: Double, _ expected: Double, _ tolerance: Double = 1e-12) -> Bool {
    abs(value - expected) <= tolerance * max(1e-3, abs(expected))
  }

  @Test("Without a time-out: the sums of Erlang's formula, in exact fractions")
  func fractions() {
    for row in Self.exact {
      let queue = ErlangC(servers: row.servers, rate: row.load / 2, serviceMean: 2)
      expect(isClose(queue.waits, row.waits))
      expect(isClose(queue.meanWait, 2 * row.meanWait))
      expect(queue.timesOut, equals: 0)
    }
  }

  @Test("A late time-out is none; with one of 0 nobody waits, and Erlang B is lost")
  func limits() {
    for row in Self.exact {
      let late = ErlangC(servers: row.servers, rate: row.load, serviceMean: 1, timeout: 1e4)
      expect(isClose(late.waits, row.waits) && isClose(late.meanWait, row.meanWait))
      expect(late.timesOut < 1e-12)
      let none = ErlangC(servers: row.servers, rate: row.load, serviceMean: 1, timeout: 0)
      // Erlang B of Erlang C.
      let busy = row.load / Double(row.servers)
      let blocked = row.waits * (1 - busy) / (1 - row.waits * busy)
      expect(isClose(none.timesOut, blocked) && isClose(none.waits, blocked))
      expect(none.meanWait, equals: 0)
    }
  }

  /// M/M/1 with λ = μ = 1 and τ = 1: weights 1 (idle), 1 (wait up to τ), 1 (longer).
  @Test("One server as busy as can be, by hand; and what lies beside it")
  func byHand() {
    let queue = ErlangC(servers: 1, rate: 1, serviceMean: 1, timeout: 1)
    expect(isClose(queue.waits, 2.0 / 3))
    expect(isClose(queue.timesOut, 1.0 / 3))
    expect(isClose(queue.meanWait, 0.5))
    for rate in [1 - 2e-3, 1 - 0.5e-3, 1 + 0.5e-3, 1 + 2e-3] {
      let near = ErlangC(servers: 1, rate: rate, serviceMean: 1, timeout: 1)
      expect(isClose(near.timesOut, 1.0 / 3, 0.01) && isClose(near.meanWait, 0.5, 0.01))
    }
  }

  /// Messages that are served keep the servers busy: λ(1 - P(time-out)) requests a second leave
  /// them.
  @Test("More work than the servers can do: the rest times out")
  func overload() {
    for (servers, timeout) in [(1, 20.0), (3, 5), (20, 1)] {
      let rate = 3 * Double(servers)
      let queue = ErlangC(servers: servers, rate: rate, serviceMean: 1, timeout: timeout)
      expect(isClose(queue.timesOut, 2.0 / 3, 1e-3))
      expect(queue.waits > 0.999 && queue.meanWait < timeout)
    }
  }
}

// MARK: - The endpoint

extension ErlangCTests {
  private static let queues = [
    ErlangC(servers: 1, rate: 0.5, serviceMean: 1),
    ErlangC(servers: 4, rate: 3.2, serviceMean: 1),
    ErlangC(servers: 30, rate: 25, serviceMean: 1),
    ErlangC(servers: 3, rate: 4, serviceMean: 1, timeout: 2),
    ErlangC(servers: 1, rate: 1, serviceMean: 1, timeout: 1),
    ErlangC(servers: 2, rate: 1, serviceMean: 1, timeout: 0),
  ]

  private struct Run {
    var waits = 0.0
    var meanWait = 0.0
    var timesOut = 0.0
  }

  /// One replication, without its first requests: after 2,000 of them the longest memory of these
  /// queues has faded to less than e^-20.
  private static func run(_ law: ErlangC, seed: UInt64) -> Run {
    var random = SplitMix64(state: seed)
    func exponential(_ mean: Double) -> SimTime { .seconds(-mean * log(random.uniform())) }
    let timeout = law.timeout.isFinite ? SimTime.seconds(law.timeout) : .never
    let capacity = Provider.Resend.Capacity(
      servers: law.servers, service: .zero, timeout: timeout)
    var queue = ResendQueue(capacity, smallWorld(at: []))
    var time = SimTime.zero
    var run = Run()
    let (first, count) = (2000, 12_000)
    for request in 0..<first + count {
      time = time + exponential(1 / law.rate)
      let visit = queue.arrive(at: time, service: exponential(law.serviceMean))
      guard request >= first else { continue }
      run.waits += visit.wait > .zero || visit.timesOut ? 1 : 0
      run.meanWait += visit.wait.seconds
      run.timesOut += visit.timesOut ? 1 : 0
    }
    run.waits /= Double(count)
    run.meanWait /= Double(count)
    run.timesOut /= Double(count)
    return run
  }

  /// False alarms: below 1e-5 for all 18 comparisons together (1e-6 if the standard errors, with 99
  /// degrees of freedom, were exact). The standard errors are those of 100 independent
  /// replications. Times are whole microseconds, which moves a mean of a second by less than 1e-6.
  @Test("Poisson requests and exponential service: waits, mean wait and time-outs")
  func simulated() {
    for (place, law) in Self.queues.enumerated() {
      let runs = (0..<100).map { Self.run(law, seed: UInt64(place * 1000 + $0)) }
      let name = "M/M/\(law.servers), \(law.rate)/s, time-out \(law.timeout) s"
      let columns: [(String, Double, (Run) -> Double)] = [
        ("waits", law.waits, { $0.waits }), ("mean wait", law.meanWait, { $0.meanWait }),
        ("times out", law.timesOut, { $0.timesOut }),
      ]
      for (what, expected, value) in columns {
        let values = runs.map(value)
        let mean = values.reduce(0, +) / Double(values.count)
        let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        let error = (squares / Double(values.count * (values.count - 1))).squareRoot()
        let agreement = Agreement(
          "\(name): \(what)", expected: expected, observed: mean, standardError: error,
          tableSize: 3 * Self.queues.count)
        print(agreement)
        expect(agreement.holds, "\(agreement)")
      }
    }
  }
}
