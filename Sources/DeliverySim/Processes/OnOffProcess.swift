/// A process that alternates between up and down, each span with its own law, started in
/// equilibrium: at time 0 it is up with probability E[up] / (E[up] + E[down]), and what is left of
/// the first span is an equilibrium residual life.
///
/// The n-th up span and the n-th down span have streams of their own, so that a changed law of one
/// leaves the draws of the other alone.
///
/// Source: D. R. Cox, "Renewal Theory" (1962), chapter 7.
public struct OnOffProcess: Sendable {
  /// The law of an up span's length; its mean is finite and above 0.
  public let up: Distribution
  /// The law of a down span's length; its mean is finite and above 0.
  public let down: Distribution

  /// - Returns: nil when a mean is 0 or infinite: then there is no equilibrium to start from.
  public init?(up: Distribution, down: Distribution) {
    guard up.mean > 0, up.mean.isFinite, down.mean > 0, down.mean.isFinite else { return nil }
    self.up = up
    self.down = down
  }

  /// The share of time that the process is up.
  public var upShare: Double { up.mean / (up.mean + down.mean) }
}

extension OnOffProcess {
  /// The position of one such process.
  public struct State: Sendable {
    /// It is true during an up span.
    public private(set) var isUp: Bool
    /// The number of spans that have ended.
    private var spans: UInt32 = 0

    /// It stands for what never goes down.
    public static let alwaysUp = State(isUp: true)

    fileprivate init(isUp: Bool) { self.isUp = isUp }
  }

  /// The streams of one process.
  public struct Streams: Sendable {
    let start: RandomStream
    let up: RandomStream
    let down: RandomStream

    public init(start: RandomStream, up: RandomStream, down: RandomStream) {
      self.start = start
      self.up = up
      self.down = down
    }
  }

  /// The state at time 0 and the end of its first span.
  ///
  /// Up spans are `upPace` times as short.
  ///
  /// - Precondition: A pace above 0.
  public func start(_ streams: Streams, upPace: Double = 1) -> (State, end: SimTime) {
    precondition(upPace > 0, "a pace above 0")
    var choice = streams.start.draws(index: 0)
    let upMean = up.mean / upPace
    let state = State(isUp: choice.uniform() < upMean / (upMean + down.mean))
    var draws = streams.start.draws(index: 1)
    let rest = (state.isUp ? up : down).sampleResidual(&draws)
    return (state, SimTime(seconds: state.isUp ? rest / upPace : rest))
  }
}

extension OnOffProcess.State {
  /// Ends the span; returns which one of its kind begins.
  public mutating func beginSpan() -> UInt32 {
    isUp.toggle()
    defer { spans &+= 1 }
    // Spans alternate, so half of those that ended were of this kind.
    return spans &>> 1
  }

  /// Ends the span; returns how long the next one lasts.
  public mutating func flip(
    _ process: OnOffProcess, _ streams: OnOffProcess.Streams
  ) -> SimTime {
    let index = beginSpan()
    var draws = (isUp ? streams.up : streams.down).draws(index: index)
    return (isUp ? process.up : process.down).sampleTime(&draws)
  }
}
