public import DeliverySim

extension ServiceExtension {
  /// R5.7: what is written is protected until the user has unlocked a device that was switched on.
  public struct FirstUnlock: Sendable {
    /// The time from switching on to the first unlock [s].
    public var unlock: Distribution
    /// The probability that the saved position cannot be read until then: drawn for each time that
    /// the device is switched on.
    public var positionUnreadable: Probability

    public init(unlock: Distribution, positionUnreadable: Probability = .one) {
      self.unlock = unlock
      self.positionUnreadable = positionUnreadable
    }
  }
}
