public import DeliverySim

/// Everything that can differ between devices (model.md R1.8).
public struct DeviceSetup: Sendable {
  /// It decides which messages are created, and when.
  public var workload: Workload
  /// It includes the hops from the server to the push service.
  public var provider: Provider
  /// It passes pushes on to the device.
  public var service: PushService
  /// The times when it is online, and connected.
  public var network: Network
  /// The user's permissions.
  public var settings: NotificationSettings
  /// The runs of the app's extension; ideal by default.
  public var serviceExtension: ServiceExtension
  /// The presentation of notifications.
  public var centre: NotificationCentre
  /// The times when the device is quiet; nil: never.
  public var presentation: PresentationSchedule?
  /// Nil: the app is never opened, and always there to be woken.
  public var app: App?
  /// Nil: nobody looks, and nobody takes a notification away.
  public var user: User?
  /// Nil: every device has one, always the same.
  public var tokens: Tokens?
  /// Nil: nothing is measured.
  public var telemetry: Telemetry?
  /// All devices follow the strategy of ``World/setup``.
  public var strategy: Strategy
  /// The times when it reserves power.
  public var power: Power
  /// The times when it is switched off; nil: never.
  public var nights: Nights?
  /// From the start to the moment when the user uninstalls the app for good [s]; nil: never.
  public var uninstalls: Distribution?
  /// Nil: the phone is not an Android phone.
  public var android: Android?

  /// Some users uninstall the app, for whatever reason (R2.10).
  package var mayUninstall: Bool { uninstalls != nil || user?.reactions?.mayUninstall ?? false }

  public init(
    workload: Workload, provider: Provider = Provider(), service: PushService = PushService(),
    network: Network = Network(), settings: NotificationSettings = NotificationSettings(),
    serviceExtension: ServiceExtension = ServiceExtension(),
    centre: NotificationCentre = NotificationCentre(), presentation: PresentationSchedule? = nil,
    app: App? = nil, user: User? = nil, tokens: Tokens? = nil, telemetry: Telemetry? = nil,
    strategy: Strategy = .fireAndForget, power: Power = Power(), nights: Nights? = nil,
    uninstalls: Distribution? = nil, android: Android? = nil
  ) {
    self.power = power
    self.nights = nights
    (self.uninstalls, self.android) = (uninstalls, android)
    self.workload = workload
    self.provider = provider
    self.service = service
    self.network = network
    self.settings = settings
    self.serviceExtension = serviceExtension
    self.centre = centre
    self.presentation = presentation
    self.app = app
    self.user = user
    self.tokens = tokens
    self.telemetry = telemetry
    self.strategy = strategy
  }
}
