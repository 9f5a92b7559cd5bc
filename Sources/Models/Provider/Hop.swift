public import DeliverySim
import Foundation

/// A hop on the way to the push service (model.md R2.6): hop 1 leads from the server to the
/// provider, hop 2 from there to the push service.
public struct Hop: Sendable {
  /// Times in which more is lost, such as restarts.
  public struct Bursts: Sendable {
    /// Up: from the end of a burst to the start of the next one. Down: a burst.
    public var spans: OnOffProcess
    /// The probability that a push that is sent in a burst is lost.
    public var loss: Probability

    public init(spans: OnOffProcess, loss: Probability = .one) {
      self.spans = spans
      self.loss = loss
    }
  }

  /// The sender's retries when the hop is unreachable: bounded exponential back-off.
  public struct Retry: Sendable {
    /// The number of attempts after the first one.
    public var attempts: Int
    /// From the send to the first retry.
    public var first: SimTime
    /// The ratio of each wait to the previous one; at least 1.
    public var factor: Double
    /// The longest wait.
    public var max: SimTime

    /// - Precondition: `attempts` is not negative; waits are at least 0 and do not shrink.
    public init(attempts: Int, first: SimTime, factor: Double = 2, max: SimTime = .never) {
      precondition(attempts >= 0, "the number of retries is at least 0")
      precondition(first >= .zero && factor >= 1, "waits are at least 0 and do not shrink")
      self.attempts = attempts
      self.first = first
      self.factor = factor
      self.max = max
    }
  }

  /// Each send is lost with this probability, independently.
  public var loss: Probability
  /// [s]
  public var latency: Distribution
  /// Nil: losses do not come in bursts.
  public var bursts: Bursts?
  /// Down: the hop is unreachable.
  public var incidents: OnOffProcess?
  /// Nil: what is sent in an incident is lost at once.
  public var retry: Retry?
  /// The probability on hop 2 that the push service accepts a push and its answer is lost (R2.11).
  /// Nil: the provider does not wait for answers.
  public var ackLoss: Probability?

  public init(
    loss: Probability = .zero, latency: Distribution = .zero, bursts: Bursts? = nil,
    incidents: OnOffProcess? = nil, retry: Retry? = nil
  ) {
    self.loss = loss
    self.latency = latency
    self.bursts = bursts
    self.incidents = incidents
    self.retry = retry
  }
}

extension Hop {
  /// Has times that are not like others; all devices have them together.
  public var changes: Bool { bursts != nil || incidents != nil }

  /// Nothing is lost or late.
  public var isIdeal: Bool { loss.value == 0 && latency.isZero && !changes }
}

extension Hop.Retry {
  /// The wait before retry number `place`, counted from 0.
  func wait(before place: UInt16) -> SimTime {
    min(max, SimTime(seconds: first.seconds * pow(factor, Double(place))))
  }
}

/// A hop, compiled once.
struct HopPlan {
  let isIdeal: Bool
  let changes: Bool
  let loss: Probability
  /// The probability of a loss in a burst: by chance, or by the burst.
  let lossInBurst: Probability
  let latency: Sampler
  let retry: Hop.Retry?
  /// The sender misses each answer that does not come, and knows of no other loss (R2.11).
  let awaitsAnswers: Bool
  let ackLoss: Probability

  init(_ hop: Hop, _ arena: inout PlanArena) {
    (isIdeal, changes, loss) = (hop.isIdeal, hop.changes, hop.loss)
    let burst = hop.bursts?.loss.value ?? 0
    lossInBurst = Probability(1 - (1 - hop.loss.value) * (1 - burst)) ?? .one
    latency = arena.sampler(hop.latency)
    retry = hop.retry
    (awaitsAnswers, ackLoss) = (hop.ackLoss != nil, hop.ackLoss ?? .zero)
  }
}

extension HopPlan {
  /// The probability that it loses a push that is sent then; nil: it is unreachable.
  @inline(never)
  func loss(on hop: inout SharedHop, at time: SimTime) -> Probability? {
    guard changes else { return loss }
    guard hop.isReachable(at: time) else { return nil }
    return hop.isInBurst(at: time) ? lossInBurst : loss
  }
}
