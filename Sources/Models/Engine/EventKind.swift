/// All kinds of events of a feature; the raw value is the code, which lies in the event's key and
/// never decides the order of events. The manifest lists them (`Features.swift`).
protocol EventKinds: CaseIterable, RawRepresentable<UInt8>, Sendable {
  /// It happens on the device: nothing of that is left once the app is uninstalled.
  var isOnDevice: Bool { get }
  /// Its handler counts it (``Turn/countEvent()``), if it does something: the fast way has no event
  /// that comes too late.
  var countsItself: Bool { get }
}

extension EventKinds {
  /// Most are counted before they are handled.
  var countsItself: Bool { false }
}

/// A station that events come to.
protocol EventHandler: ~Copyable {
  associatedtype EventKind: EventKinds

  /// - Parameter payload: The payload, whose meaning the kind says.
  static func handle(
    _ kind: EventKind, _ payload: Int, _ device: inout Device, _ turn: inout Turn)
}
