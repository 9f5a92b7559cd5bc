/// The progress of a run, as far as it can be known.
package struct Progress: Sendable {
  /// Devices simulated or taken from a checkpoint, over all units.
  package private(set) var doneDevices = 0
  /// The number of devices that were not simulated by this process.
  package private(set) var resumedDevices = 0
  /// The number of devices; with a precision to reach: as many as will be needed by the square root
  /// law.
  package private(set) var totalDevices = 0
  /// Notifications that this process has simulated so far.
  package private(set) var notifications: UInt64 = 0
  /// The least precise state after the last complete round; nil without a precision to reach.
  package private(set) var state: PrecisionState?
  /// So many design points, or candidates of a choice, are undecided.
  package private(set) var openPoints = 0
}

extension Progress {
  /// A round begins.
  ///
  /// - Parameters:
  ///   - devices: All of the round, those of units that are finished already too.
  ///   - finished: The latter.
  ///   - later: The devices that later rounds will probably need.
  mutating func beginRound(
    devices: Int, finished: Int, later: Int, openPoints: Int, _ state: PrecisionState?
  ) {
    doneDevices += finished
    resumedDevices += finished
    totalDevices = doneDevices + devices - finished + later
    self.openPoints = openPoints
    self.state = state
  }

  mutating func add(devices: Int, notifications: UInt64) {
    doneDevices += devices
    self.notifications += notifications
  }
}
