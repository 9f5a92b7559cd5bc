import Files
import Models

/// What the sections of a scenario, or of a group, say that are about devices.
struct Sections {
  /// Without a strategy of its own; nil after an error.
  let setup: DeviceSetup?
  let regions: Regions?
  /// The section `provider`, where there is one.
  let provider: Section<ProviderKeys>?
  let pushService: Section<PushServiceKeys>
}

func readSections(_ root: Section<ScenarioKeys>) -> Sections {
  let tree = root.map.source.node
  /// Asked where it matters only: what is asked for takes its place in the resolved scenario.
  func hasOpenings() -> Bool { root.child(\.app)?.node["opens"]?.saysSomething == true }
  let hasPayload = tree["workload"]?["payload"]?.saysSomething == true
  let workload = readWorkload(root.workload)
  let providerSection = root.provider
  let provider = readProvider(providerSection)
  let pushService = root.pushService
  let service = readPushService(pushService, hasPayload: hasPayload)
  let (network, regions) = readNetwork(root.network, workload)
  let deviceSection = root.device
  let device = readDevice(deviceSection, hasOpenings)
  checkAndroid(deviceSection, service)
  let serviceExtension = readExtension(root.serviceExtension)
  let app = readApp(root.app)
  let user = readUser(root.user, hasApp: app != nil)
  let telemetry = readTelemetry(root.telemetry, opensApp: hasOpenings())
  let setup = workload.map {
    DeviceSetup(
      workload: $0, provider: provider, service: service, network: network,
      settings: device.settings, serviceExtension: serviceExtension, centre: device.centre,
      presentation: device.presentation, app: app, user: user, tokens: device.tokens,
      telemetry: telemetry, power: device.power, nights: device.nights,
      uninstalls: device.uninstalls, android: device.android)
  }
  return Sections(
    setup: setup, regions: regions, provider: providerSection, pushService: pushService)
}
