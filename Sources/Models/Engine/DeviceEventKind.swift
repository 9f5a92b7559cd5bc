/// A push ends a leg of its way, or the device switches to another strategy.
enum DeviceEventKind: UInt8, EventKinds {
  /// A message reaches the provider. Payload: the push that it will be.
  case messageReachesProvider = 2
  /// An unreachable hop is tried again. Payload: the push.
  case hopTriedAgain = 3
  /// A push reaches the push service. Payload: the push.
  case pushAccepted = 4
  /// A push reaches the device, or finds it gone. Payload: the push.
  case pushArrives = 5
  /// The device switches to the strategy's next stage. Payload: the stage.
  case strategyAdopted = 6

  var isOnDevice: Bool {
    switch self {
    case .messageReachesProvider, .hopTriedAgain, .pushAccepted, .pushArrives: false
    case .strategyAdopted: true
    }
  }
}
