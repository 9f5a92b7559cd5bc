import DeliverySim

/// What has been sampled ahead for a device's next messages and spans.
struct SampleWindows: ~Copyable {
  var arrival = SampleWindow()
  var intakeLoss = SampleWindow()
  var intakeLatency = SampleWindow()
  var linkLoss = SampleWindow()
  var linkLatency = SampleWindow()
  var serviceLatency = SampleWindow()
  var online = SampleWindow()
  var offline = SampleWindow()
  var reconnect = SampleWindow()

  /// Forgets everything: the device becomes another one.
  mutating func removeAll() {
    arrival.removeAll()
    intakeLoss.removeAll()
    intakeLatency.removeAll()
    linkLoss.removeAll()
    linkLatency.removeAll()
    serviceLatency.removeAll()
    online.removeAll()
    offline.removeAll()
    reconnect.removeAll()
  }
}

extension Device {
  // MARK: Drawing for one send of a message

  /// The time that a send takes on a leg; nothing is drawn for a law that is always 0.
  ///
  /// - Parameters:
  ///   - attempt: Which delivery of this send, from 0.
  ///   - window: Of this law and stream; has the variates of first sends.
  @inline(__always)
  static func span(
    _ law: Sampler, _ push: Push, attempt: Int = 0, _ stream: RandomStream,
    _ window: inout SampleWindow
  ) -> SimTime {
    guard !law.isZero else { return .zero }
    if push.copy == 0 && attempt == 0 {
      return SimTime(seconds: window.sample(law, stream, index: push.message))
    }
    return laterSpan(law, push, attempt: attempt, stream)
  }

  @inline(never)
  private static func laterSpan(
    _ law: Sampler, _ push: Push, attempt: Int, _ stream: RandomStream
  ) -> SimTime {
    let draws = stream.draws(index: push.message, copy: Int(push.copy), attempt: attempt)
    return SimTime(seconds: law.sample(draws))
  }
}
