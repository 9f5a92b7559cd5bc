import DeliverySim

/// A part of a push's way that takes time, and may lose it.
enum Leg {
  /// Hop 1 and hop 2.
  case intake, link
  /// The way from the push service to the device.
  case service
}

extension Leg {
  fileprivate var latency: Variate {
    switch self {
    case .intake: .intakeLatency
    case .link: .linkLatency
    case .service: .serviceLatency
    }
  }

  fileprivate var loss: Variate { self == .intake ? .intakeLoss : .linkLoss }
}

extension Turn {
  // MARK: Variates that are asked for in order

  /// A variate of a law.
  @inline(__always)
  mutating func sample(_ variate: Variate, _ law: Sampler, _ index: UInt32) -> Double {
    let (random, device) = (random, device)
    return books.buffers[variate].sample(
      law, random.stream(variate.stream, device: device), index: index)
  }

  /// Uniform between 0 and 1.
  @inline(__always)
  mutating func uniform(_ variate: Variate, _ index: UInt32) -> Double {
    let (random, device) = (random, device)
    return books.buffers[variate].uniform(
      random.stream(variate.stream, device: device), index: index)
  }

  /// A variate of a law [s] as a span; asked for in this way only.
  @inline(__always)
  mutating func span(_ variate: Variate, _ law: Sampler, _ index: UInt32) -> SimTime {
    let (random, device) = (random, device)
    return books.buffers[variate].span(
      law, random.stream(variate.stream, device: device), index: index)
  }

  /// The variates of a law with a table, from one up to the end of their block.
  @inline(__always)
  mutating func samples(
    _ variate: Variate, _ law: Sampler, from index: UInt32
  ) -> UnsafePointer<Double> {
    let (random, device) = (random, device)
    return books.buffers[variate].samples(
      law, random.stream(variate.stream, device: device), from: index)
  }

  /// The spans of a law, from one up to the end of their block.
  @inline(__always)
  mutating func spans(
    _ variate: Variate, _ law: Sampler, from index: UInt32
  ) -> UnsafePointer<SimTime> {
    let (random, device) = (random, device)
    return books.buffers[variate].spans(
      law, random.stream(variate.stream, device: device), from: index)
  }

  /// The same of ``uniform(_:_:)``.
  @inline(__always)
  mutating func uniforms(_ variate: Variate, from index: UInt32) -> UnsafePointer<Double> {
    let (random, device) = (random, device)
    return books.buffers[variate].uniforms(
      random.stream(variate.stream, device: device), from: index)
  }

  // MARK: The first of them from the buffer, later ones by draws

  /// - Parameters:
  ///   - index: The number of the message, push or span.
  ///   - copy: The number of its variate, from 0; only the first is sampled ahead.
  ///   - attempt: The same.
  @inline(__always)
  mutating func sample(
    _ variate: Variate, _ law: Sampler, _ index: UInt32, _ copy: UInt16, attempt: Int = 0
  ) -> Double {
    if copy == 0 && attempt == 0 { return sample(variate, law, index) }
    return sampleLater(variate.stream, law, index, copy, attempt)
  }

  /// The same as a span.
  @inline(__always)
  mutating func span(
    _ variate: Variate, _ law: Sampler, _ index: UInt32, _ copy: UInt16, attempt: Int = 0
  ) -> SimTime {
    guard !law.isZero else { return .zero }
    if copy == 0 && attempt == 0 { return span(variate, law, index) }
    return SimTime(seconds: sampleLater(variate.stream, law, index, copy, attempt))
  }

  @inline(never)
  private func sampleLater(
    _ id: some StreamCode, _ law: Sampler, _ index: UInt32, _ copy: UInt16, _ attempt: Int
  ) -> Double {
    law.sample(draws(id, index, copy, attempt: attempt))
  }

  @inline(__always)
  mutating func uniform(
    _ variate: Variate, _ index: UInt32, _ copy: UInt16, attempt: Int = 0
  ) -> Double {
    if copy == 0 && attempt == 0 { return uniform(variate, index) }
    var draws = draws(variate.stream, index, copy, attempt: attempt)
    return draws.uniform()
  }

  /// Nothing is drawn for what never happens, or always.
  @inline(__always)
  mutating func happens(
    _ variate: Variate, _ probability: Probability, _ index: UInt32, _ copy: UInt16 = 0,
    attempt: Int = 0
  ) -> Bool {
    probability.value > 0
      && (probability.value >= 1
        || uniform(variate, index, copy, attempt: attempt) < probability.value)
  }

  // MARK: Variates of a push on its way

  /// The time that a push takes on a leg.
  ///
  /// - Parameter attempt: The number of the delivery of this send, from 0.
  @inline(__always)
  mutating func span(
    _ leg: Leg, _ law: Sampler, _ push: Push, attempt: Int = 0
  ) -> SimTime {
    guard !law.isZero else { return .zero }
    if push.isOther {
      let attempt = leg == .link ? Int(push.repeats) : attempt
      return spanOfOther(leg, law, push.content, push.message, attempt)
    }
    return span(leg.latency, law, push.message, push.copy, attempt: attempt)
  }

  /// The spans of the first pushes of messages, from one up to the end of their block.
  @inline(__always)
  mutating func spans(_ leg: Leg, _ law: Sampler, from message: UInt32) -> UnsafePointer<SimTime> {
    spans(leg.latency, law, from: message)
  }

  /// The numbers that decide whether they are lost.
  @inline(__always)
  mutating func losses(on leg: Leg, from message: UInt32) -> UnsafePointer<Double> {
    uniforms(leg.loss, from: message)
  }

  /// One draw decides, in a burst and outside.
  @inline(__always)
  mutating func isLost(_ push: Push, on leg: Leg, _ loss: Probability) -> Bool {
    if push.isOther { return isOtherLost(push, loss) }
    return loss.value > 0 && uniform(leg.loss, push.message, push.copy) < loss.value
  }

  /// It brings a message of the counted window once more.
  func isCountedRepeat(_ push: Push) -> Bool {
    push.copy > 0 && push.carriesMessage && isCounted(ledger[Int(push.message)].created)
  }

  /// R2.11: over hop 2, with an eye on the answer.
  @inline(never)
  mutating func crossLink(
    _ push: inout Push, _ loss: Probability, _ link: HopPlan,
    keeping unanswered: inout UnansweredPushes
  ) {
    let isLost = isLost(push, on: .link, loss)
    if surplus.countsRepeats, isCountedRepeat(push) { surplus.countRepeat(isLost, loss, &tally) }
    awaitAnswer(to: &push, isLost, link, &unanswered)
    guard !isLost else { return end(push, .provider(.linkLost)) }
    (push.destination, push.legEnd) = (.service, now + span(.link, link.latency, push))
  }

  /// The answer to a push may be lost, and what a burst takes besides stays unnoticed: it is sent
  /// again after a wait.
  private mutating func awaitAnswer(
    to push: inout Push, _ isLost: Bool, _ link: HopPlan, _ unanswered: inout UnansweredPushes
  ) {
    let id = push.stream(ProviderStream.ackLoss, orWithoutMessage: ProviderStream.otherAckLoss)
    let attempt = push.carriesMessage ? 0 : Int(push.repeats)
    var chance = draws(id, push.message, push.copy, attempt: attempt)
    push.isUnanswered =
      isLost ? self.isLost(push, on: .link, link.loss) : chance.happens(link.ackLoss)
    guard push.isUnanswered, let retry = link.retry, retry.attempts > Int(push.retries) else {
      return
    }
    let wait = retry.wait(before: push.retries)
    note(.provider(.unanswered), push, value: wait.microseconds)
    let place = unanswered.add(push)
    schedule(ProviderEventKind.answerMissed, at: now + wait, payload: place)
  }

  /// R2.11: a repeat of a push without a message is an attempt of its own.
  @inline(never)
  private mutating func isOtherLost(_ push: Push, _ loss: Probability) -> Bool {
    guard push.repeats > 0 else { return isOtherLost(push.content, push.message, loss) }
    var chance = draws(
      ProviderStream.otherLinkLoss, push.message, push.copy, attempt: Int(push.repeats))
    return chance.happens(loss)
  }

  /// The time that a push without a message takes on a leg.
  @inline(never)
  private mutating func spanOfOther(
    _ leg: Leg, _ law: Sampler, _ content: PushContent, _ number: UInt32, _ attempt: Int
  ) -> SimTime {
    let variate: OtherVariate = leg == .link ? .linkLatency : .serviceLatency
    if attempt == 0 { return firstSpanOfOther(variate, law, content, number) }
    let copy = UInt16(content.rawValue)
    return SimTime(seconds: sampleLater(variate.stream, law, number, copy, attempt))
  }

  // MARK: Variates of pushes without a message, in order for each content

  /// The time that its first attempt takes.
  @inline(__always)
  mutating func firstSpanOfOther(
    _ variate: OtherVariate, _ law: Sampler, _ content: PushContent, _ number: UInt32
  ) -> SimTime {
    guard !law.isZero else { return .zero }
    let (random, device) = (random, device)
    return books.buffers[variate, content].span(
      law, random.stream(variate.stream, device: device), index: number, copy: content.rawValue)
  }

  /// Hop 2 loses it.
  @inline(__always)
  mutating func isOtherLost(
    _ content: PushContent, _ number: UInt32, _ loss: Probability
  ) -> Bool {
    guard loss.value > 0 else { return false }
    let (random, device) = (random, device)
    return books.buffers[.linkLoss, content].uniform(
      random.stream(OtherVariate.linkLoss.stream, device: device), index: number,
      copy: content.rawValue) < loss.value
  }

  mutating func sampleOther(
    _ variate: OtherVariate, _ law: Sampler, _ index: UInt32, _ content: PushContent
  ) -> Double {
    let (random, device) = (random, device)
    return books.buffers[variate, content].sample(
      law, random.stream(variate.stream, device: device), index: index, copy: content.rawValue)
  }
}
