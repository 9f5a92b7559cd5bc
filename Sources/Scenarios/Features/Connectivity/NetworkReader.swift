import DeliverySim
import Files
import Models

extension DeviceSection {
  static let network = DeviceSection(
    Key(
      "network", NetworkKeys(), "The times when devices have a network; default: always.", "R1.6"),
    isPlain: true
  ) { section, read in
    (read.others.network, read.regions) = readNetwork(section, read.workload)
  }
}

final class NetworkKeys: KeyGroup {
  let online = Key(optional: "online", law: .time, "Spans with a network; needs offline.", "R1.6")
  let offline = Key(
    optional: "offline", law: .time, "Spans without a network; needs online.", "R1.6")
  let onlinePace = Key(
    pace: "online_pace", "The speed at which online spans are used up, by the hour; needs online.")
  let offlinePace = Key(
    pace: "offline_pace",
    "The speed at which offline spans are used up, by the hour; needs offline.")
  let devicePace = Key(
    optional: "device_pace", law: .count,
    "The pace of a device beside others: its online spans are divided by it; mean 1.",
    "R1.6"
  ).drawn(as: .networkPace)
  let reconnect = Key(
    "reconnect", law: .time, "Time from coming online to being connected.", "R1.7")
  let trace = Key(
    "trace", NetworkTraceKeys(), "Recorded times offline, in place of laws.", "R1.10"
  ).changesWorld { $0.network.absences != nil }
  let regions = Key("regions", RegionKeys(), "Outages that hit many devices at once.", "R1.6")
    .shared
}

final class RegionKeys: KeyGroup {
  let count = Key(
    needed: "count", .integer(in: 1...1_000_000), "Device i lies in region i mod count.", "R1.6")
  let outages = Key(
    needed: "outages", OutageKeys(), missing: "a section with every and last",
    "The outages of one region.",
    "R1.6")
}

/// - Parameter workload: The workload of the same devices; nil after an error.
func readNetwork(
  _ section: Section<NetworkKeys>?, _ workload: Workload?
) -> (Network, Regions?) {
  guard let section else { return (Network(), nil) }
  let (online, offline) = (section.online, section.offline)
  let devicePace = section.devicePace
  let reconnect = section.reconnect
  if let devicePace {
    requireMean(devicePace, section, \.devicePace)
    if !section.says(\.online) {
      section.report(
        \.devicePace, found: "a pace without spans", allowed: "a network with online and offline")
    }
  }
  let trace = section.trace
  let spans = trace == nil ? onOff(section, (\.online, online), (\.offline, offline)) : nil
  let paces = trace == nil ? readPaces(section) : Paces()
  if trace != nil { refuseLaws(section.map) }
  let absences = trace.flatMap { readNetworkTrace($0, workload) }
  let regions = section.regions.flatMap { regions in
    let count = regions.count
    return regions.outages.flatMap(readOutages).map { Regions(count: count, onOff: $0) }
  }
  return (
    Network(
      onOff: spans, reconnect: reconnect, paces: paces, absences: absences,
      devicePace: spans == nil ? nil : devicePace), regions
  )
}
