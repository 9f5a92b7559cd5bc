// Goals, in order: closed forms; nothing that the simulation could share.
//
// Source: the stationary equations of a Markov chain of four states, derived below.

/// The time for which a provider does not know what has changed on a device (model.md R2.1, R2.8):
/// it hears of it when the app is opened with a network. All times are exponential.
public struct RegistrationLag: Sendable {
  /// U: an online span **[s]**, above 0.
  public let onlineMean: Double
  /// D: an offline span **[s]**, at least 0; 0: always online.
  public let offlineMean: Double
  /// Times at which the app tells the provider everything, if it is online **[1/s]**, at least 0.
  public let contactRate: Double

  /// - Precondition: each parameter in its range.
  public init(onlineMean: Double, offlineMean: Double, contactRate: Double) {
    precondition(onlineMean > 0 && onlineMean.isFinite, "a mean online time is above 0")
    precondition(offlineMean >= 0 && offlineMean.isFinite, "a mean offline time is at least 0")
    precondition(contactRate >= 0 && contactRate.isFinite, "a rate is at least 0")
    (self.onlineMean, self.offlineMean) = (onlineMean, offlineMean)
    self.contactRate = contactRate
  }
}

extension RegistrationLag {
  /// The share of the time in which something has changed that the provider has not heard of.
  ///
  /// Derivation: with a = 1/U, b = 1/D, the contact rate s, changes at rates c online and d
  /// offline, x = P(online, unknown), y = P(offline, unknown), u and v the shares of the time
  /// online and offline: yb + (u - x)c = x(a + s) and xa + (v - y)d = yb.
  ///
  /// - Parameters:
  ///   - onlineRate: Of changes made online, which do not reach the provider at once **[1/s]**.
  ///   - offlineRate: Of changes made offline **[1/s]**.
  public func unknownShare(onlineRate: Double, offlineRate: Double) -> Double {
    guard offlineMean > 0 else { return onlineRate / (onlineRate + contactRate) }
    let (a, b) = (1 / onlineMean, 1 / offlineMean)
    let (u, v) = (b / (a + b), a / (a + b))
    let x =
      (b * v * offlineRate / (b + offlineRate) + u * onlineRate)
      / (a + contactRate + onlineRate - a * b / (b + offlineRate))
    let y = (x * a + v * offlineRate) / (b + offlineRate)
    return x + y
  }

  /// The fates of messages for a device that is always online and changes its token, without any
  /// latency: the first one after a change is refused, and those after it are not sent.
  ///
  /// Derivation: spans with a registered and with an unregistered token alternate, with the means
  /// 1/r and 1/s. One of the latter has a message with probability m/(m + s), and one only is
  /// refused; the unregistered time is r/(r + s) in all.
  ///
  /// - Parameters:
  ///   - tokenRate: Of changes **[1/s]**, above 0.
  ///   - messageRate: The rate of messages **[1/s]**, above 0.
  /// - Returns: The shares of all messages.
  public func refused(
    tokenRate: Double, messageRate: Double
  ) -> (unregistered: Double, unsent: Double) {
    let unknown = unknownShare(onlineRate: tokenRate, offlineRate: 0)
    let firsts = contactRate / (messageRate + contactRate)
    return (unknown * firsts, unknown * (1 - firsts))
  }

  /// The share of owed notifications that the provider drops, where a user decides anew about each
  /// of some folders at a rate **[1/s]**, each time for it with probability `subscribed`; one
  /// made online reaches the provider at once, with all the others.
  ///
  /// Derivation: once a decision has been made since the last contact, what the user wants now does
  /// not depend on what the provider knows; so, of the owed, 1 - `subscribed` of that time.
  ///
  /// - Parameters:
  ///   - onlineMean: The mean of the exponential spans online **[s]**.
  ///   - offlineMean: The mean of the exponential spans offline **[s]**.
  ///   - openingRate: The rate of the app's openings **[1/s]**.
  ///   - decisionRate: The rate of decisions for each folder **[1/s]**.
  ///   - folders: The number of folders.
  ///   - subscribed: The probability that a decision is for the folder.
  public static func notSubscribed(
    onlineMean: Double, offlineMean: Double, openingRate: Double, decisionRate: Double,
    folders: Int, subscribed: Double
  ) -> Double {
    let lag = RegistrationLag(
      onlineMean: onlineMean, offlineMean: offlineMean,
      contactRate: openingRate + Double(folders) * decisionRate)
    return (1 - subscribed) * lag.unknownShare(onlineRate: 0, offlineRate: decisionRate)
  }
}
