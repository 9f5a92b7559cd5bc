import DeliverySim
import Models

/// The world of `gap-recovery.yml`, without its file.
func gapRecoveryWorld() -> World {
  let rate = distribution(.constant(value: 40 / SimTime.day.seconds))
  let provider = Provider(
    link: .init(latency: distribution(.exponential(mean: 0.3))),
    resend: .init(latency: distribution(.exponential(mean: 0.8))))
  let network = Network(
    onOff: OnOffProcess(
      up: distribution(.exponential(mean: 6 * SimTime.hour.seconds)),
      down: distribution(.exponential(mean: 20 * SimTime.minute.seconds))),
    reconnect: distribution(.exponential(mean: 0.5)))
  let setup = DeviceSetup(
    workload: Workload(arrivals: .poisson(rate: rate)), provider: provider, network: network,
    strategy: .gapRecovery())
  let month = SimTime(microseconds: 28 * SimTime.day.microseconds)
  return World(seed: 1, devices: 1000, duration: month, setup: setup)
}
