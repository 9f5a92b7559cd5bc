import DeliverySim
import Files
import Models

extension DeviceSection {
  static let provider = DeviceSection(
    Key(
      "provider", ProviderKeys(), "The provider and the hops to it and from it; default: ideal.",
      "R2"), isPlain: true
  ) { section, read in
    read.others.provider = readProvider(section)
    read.checks.append { checkShards($0.frame, section) }
  }
}

final class ProviderKeys: KeyGroup {
  let retention = Key(
    optional: "retention", .time, or: "for ever", "The time in which a payload can be sent again.",
    "R2.2"
  ).idle("no strategy here re-requests or resends messages") {
    !$0.sendsAgain && !$0.hasSockets && $1.provider.sendWindow == nil
  }
  let intake = Key("intake", HopKeys<FirstHop>(), "Hop 1, from the server.", "R2.6")
  let link = Key("link", HopKeys<SecondHop>(), "Hop 2, to the push service.", "R2.6")
  let resend = Key("resend", ResendKeys(), "The endpoint for re-requests.", "R2.4").idle(
    nothingIsSentAgain)
  let shards = Key(
    "shards", .integer(in: 1...1_000_000), unsaid: 1, "Device i asks shard i mod shards.", "R2.5"
  ).idle("provider.resend has no capacity that devices could share") { scenario, _ in
    !scenario.hasResendCapacity
  }.ofAllDevices
  let sendWindow = windows(
    "send_window", "Hours in which messages are sent that are not urgent; default: all.", "R11.5")
  let urgent = Key(
    "urgent", .share, unsaid: .zero,
    "Share of messages that do not wait for the send window, besides those whose level says so.",
    "R11.5"
  ).idle("there is no provider.send_window") { $1.provider.sendWindow == nil }
  let cutOff = Key(
    "cut_off", CutOffKeys(), "The push service takes nothing of the provider then.", "R12.7"
  ).changesWorld { $0.provider.cutOff != nil }
}

final class CutOffKeys: KeyGroup {
  let from = Key(needed: "from", .time, "The first moment.", "R12.7")
  let to = Key(needed: "to", .span, "The time from which on it takes pushes again.", "R12.7")
}

private let nothingIsSentAgain = IdleKey(
  reason: "no strategy here re-requests or resends messages", inGroups: true
) { scenario, _ in !scenario.sendsAgain }

final class ResendKeys: KeyGroup {
  let failure = Key("failure", .share, .zero, "Probability that a request fails.", "R2.4")
  let latency = Key("latency", law: .time, "The time from request to answer.", "R2.4")
  let capacity = Key(
    "capacity", CapacityKeys(), "Limits the endpoint; without it, nobody waits.", "R2.5"
  ).shared.idle("no strategy here sends re-requests") { scenario, _ in !scenario.recovers }
}

final class CapacityKeys: KeyGroup {
  let servers = Key(
    needed: "servers", .integer(in: 1...1_000_000), "Servers of a shard.", "R2.5"
  ).limits
  let service = Key(needed: "service", law: .time, "Service time of a request.", "R2.5")
  let timeout = Key(
    optional: "timeout", .time, or: "for ever", "The longest wait for a server.", "R2.5")
}

func readProvider(_ section: Section<ProviderKeys>?) -> Provider {
  guard let section else { return Provider() }
  let retention = section.retention ?? .never
  let (intake, secondHop) = (readHop(section.intake), section.link)
  var link = readHop(secondHop)
  link.ackLoss = secondHop.flatMap { readAckLoss($0, link.retry) }
  var resend = Provider.Resend()
  if let endpoint = section.resend {
    resend.failure = endpoint.failure
    resend.latency = endpoint.latency
    resend.capacity = endpoint.capacity.map {
      Provider.Resend.Capacity(
        servers: $0.servers, service: $0.service ?? .zero, timeout: $0.timeout ?? .never)
    }
  }
  return Provider(
    retention: retention, intake: intake, link: link, resend: resend, shards: section.shards,
    cutOff: section.cutOff.flatMap(readCutOff), sendWindow: readSendWindow(section))
}

/// - Returns: nil where nothing ever waits.
private func readSendWindow(_ section: Section<ProviderKeys>) -> SendWindow? {
  let (hours, urgent) = (section.sendWindow, section.urgent)
  guard section.says(\.sendWindow), !hours.isWholeWeek else { return nil }
  return SendWindow(hours: hours, urgent: urgent)
}

private func readCutOff(_ section: Section<CutOffKeys>) -> Range<SimTime>? {
  let errorsBefore = section.sink.reportCount
  let (from, to) = (section.from, section.to)
  if to <= from, section.sink.reportCount == errorsBefore {
    section.report(
      \.to, allowed: "later than from, which is \(Units.durationText(from.microseconds))")
  }
  return section.sink.reportCount == errorsBefore ? from..<to : nil
}

/// The devices of a shard share an event queue, which can tell so many of them apart.
func checkShards(_ world: World, _ section: Section<ProviderKeys>?) {
  guard world.isDealtByShards, world.largestShard > Event.ownerMax else { return }
  let needed = (world.devices + Event.ownerMax - 1) / Event.ownerMax
  let shards = world.setup.provider.shards
  section?.report(
    \.shards, found: "\(shards), so that \(world.largestShard) devices share an endpoint",
    allowed: "at least \(needed) for \(world.devices) devices: at most \(Event.ownerMax) "
      + "devices in a shard")
}

// MARK: - Hops

/// It tells the keys of one hop from those of the other.
protocol HopSide: SendableMetatype {
  static var shape: String { get }
  static var hop: any KeyPath<Provider, Hop> & Sendable { get }
  /// Without these nothing is ever tried again.
  static var retryNeeds: String { get }
  /// Besides incidents something else of it makes the sender try again.
  static func triesAgain(_ setup: DeviceSetup) -> Bool
  /// Hop 2 alone has them: the other one has no answers.
  static var ackLoss: [Key<Probability?>] { get }
}

enum FirstHop: HopSide {
  static let shape = "@hop"
  static var hop: any KeyPath<Provider, Hop> & Sendable { \.intake }
  static let retryNeeds = "the hop has no incidents"
  static func triesAgain(_ setup: DeviceSetup) -> Bool { false }
  static let ackLoss: [Key<Probability?>] = []
}

enum SecondHop: HopSide {
  static let shape = "@link"
  static var hop: any KeyPath<Provider, Hop> & Sendable { \.link }
  static let retryNeeds = "the hop has no incidents and no ack_loss, and push_service no per_token"
  static func triesAgain(_ setup: DeviceSetup) -> Bool {
    setup.service.perToken != nil || setup.provider.link.ackLoss != nil
  }
  static let ackLoss = [
    Key<Probability?>(
      optional: "ack_loss", .share, or: "the provider waits for no answers",
      "The push service accepts a push, but its answer is lost; what gets no answer is sent again "
        + "by retry.", "R2.11")
  ]
}

final class HopKeys<Side: HopSide>: KeyGroup {
  static var shape: String? { Side.shape }
  let loss = Key("loss", .share, .zero, "The probability that a send is lost.", "R2.6")
  let latency = Key("latency", law: .time, "The latency of each send.", "R2.6")
  let bursts = Key("bursts", BurstKeys(), "Times in which more is lost.", "R2.6").shared
  let incidents = Key("incidents", OutageKeys(), "Times in which it cannot be reached.", "R2.6")
    .shared
  let retry = Key(
    "retry", RetryKeys(), "The sender's retries; default: none.", "R2.6"
  ).idle(Side.retryNeeds) { _, setup in
    let hop = setup.provider[keyPath: Side.hop]
    return hop.retry != nil && hop.incidents == nil && !Side.triesAgain(setup)
  }
  let ackLoss = Side.ackLoss
}

final class BurstKeys: KeyGroup {
  let every = Key(
    needed: "every", law: .time, "The time from the end of one to the start of the next.", "R2.6")
  let last = Key(needed: "last", law: .time, "The time that one lasts.", "R2.6")
  let loss = Key("loss", .share, .one, "The probability that a send in one is lost.", "R2.6")
}

final class RetryKeys: KeyGroup {
  let attempts = Key(
    needed: "attempts", .integer(in: 1...1000), "The number of further attempts.", "R2.6"
  ).limits
  let first = Key(needed: "first", .span, "The first wait.", "R2.6")
  let factor = Key(
    "factor", .number(.between(1, 1000)), 2, "Factor from one wait to the next.", "R2.6")
  let longest = Key(optional: "max", .time, or: "for ever", "The longest wait.", "R2.6")
}

private func readHop<Side>(_ section: Section<HopKeys<Side>>?) -> Hop {
  guard let section else { return Hop() }
  return Hop(
    loss: section.loss, latency: section.latency, bursts: section.bursts.flatMap(readBursts),
    incidents: section.incidents.flatMap(readOutages), retry: section.retry.map(readRetry))
}

/// A message has at most 256 sends (``RandomStream``), those of strategies that repeat among them.
private let repeatsMax = 100

/// R2.11: who waits for answers knows when to send again.
///
/// - Returns: nil where the provider waits for none.
private func readAckLoss(
  _ section: Section<HopKeys<SecondHop>>, _ retry: Hop.Retry?
) -> Probability? {
  let ackLoss = section.keys.ackLoss[0].read(section.map, section.reading)
  if ackLoss != nil, !section.says(\.retry) {
    section.reportMissing(
      \.retry, allowed: "where ack_loss is given, a map such as {attempts: 3, first: 10s}")
  }
  if ackLoss != nil, let retry, retry.attempts > repeatsMax {
    section.report(
      \.retry, found: "\(retry.attempts) attempts",
      allowed: "at most \(repeatsMax) attempts beside ack_loss, since each is a send of its own")
  }
  return ackLoss
}

private func readBursts(_ section: Section<BurstKeys>) -> Hop.Bursts? {
  let spans = neededOnOff(section, \.every, \.last)
  let loss = section.loss
  return spans.map { Hop.Bursts(spans: $0, loss: loss) }
}

private func readRetry(_ section: Section<RetryKeys>) -> Hop.Retry {
  let errorsBefore = section.sink.reportCount
  let (attempts, first, factor) = (section.attempts, section.first, section.factor)
  let longest = section.longest ?? .never
  if longest < first, section.sink.reportCount == errorsBefore {
    section.report(
      \.longest,
      allowed: "at least the first wait, which is \(Units.durationText(first.microseconds))")
  }
  return Hop.Retry(attempts: attempts, first: first, factor: factor, max: longest)
}
