public import DeliverySim

extension ServiceExtension {
  /// The memory that a run uses, and may use (model.md R5.6).
  public struct Memory: Sendable {
    /// The memory that each run uses [byte].
    public var use: Distribution
    /// A run that uses more crashes [byte]; 12 MB in older systems, 24 MB in newer ones [field].
    public var limit: Double

    /// - Precondition: `limit` is above 0.
    public init(use: Distribution, limit: Double) {
      precondition(limit > 0, "a run has some memory")
      self.use = use
      self.limit = limit
    }
  }

  /// Runs that crash, by chance or for want of ``ServiceExtension/memory``.
  public struct Crash: Sendable {
    /// The system's treatment of the push of a run that has crashed: the sources disagree.
    public enum Shows: String, Sendable, CaseIterable {
      /// Shows it as it came [the source article].
      case original
      /// Shows nothing [field].
      case nothing
    }

    /// By chance, of each run.
    public var probability: Probability
    /// The outcome of its push.
    public var shows: Shows

    public init(probability: Probability = .zero, shows: Shows = .original) {
      self.probability = probability
      self.shows = shows
    }
  }

  /// The time that Apple lets the extension work on a push.
  public static let timeLimitOfApple = SimTime(seconds: 30)
}

extension ServiceExtension {
  /// Runs take time, may crash, wait for each other or are doubled.
  package var limitsRuns: Bool {
    !runTime.isZero || memory != nil || crash.probability.value > 0 || !overlaps
      || doubleInvocation.value > 0
  }

  /// Its work is seen whatever the strategy.
  package var isSeen: Bool { decorates || doubleShows == .twice }

  /// One draw decides, so that a larger share keeps those that were in it.
  func isAbsent(device: Int, _ random: RandomSource) -> Bool {
    random.happens(.extensionAbsent, absent, device: device)
  }
}

extension DeviceSetup {
  /// There is something for an extension to do, and it is not ideal.
  package var limitsRuns: Bool {
    serviceExtension.limitsRuns && (strategy.needsExtension || serviceExtension.isSeen)
  }
}

/// Events of a push or a device where the extension is not ideal (model.md R5.6).
public enum ExtensionStep: UInt8, Sendable, CaseIterable {
  /// The device has none; told at its start.
  case absent = 120
  /// A push waits for the run before.
  case waits = 121
  /// A run's own work is done.
  case worked = 122
  /// It has taken too long: the push is shown as it came.
  case cutShort = 123
  /// A run has crashed.
  case crashed = 124
  /// The extension is called a second time for a push.
  case calledAgain = 125
  /// It asks the server for everything that is new; it has the answer; it gets none.
  case fetches = 126
  case fetched = 127
  case fetchFailed = 128
  /// A push that brought nothing is shown without its message.
  case placeholder = 129
  /// A message is shown without what the extension would have added.
  case degraded = 130
}
