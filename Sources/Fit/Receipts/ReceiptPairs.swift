// Goals, in order: a message counts as overwritten only where the receipts show it; no law of
// absences is needed; short.

import DeliverySim
import Models
import Statistics

/// Receipts tell of absences: a message that came late was sent while its device was away, and
/// came when the device was back. So were those before it that never came: the push service keeps
/// only the newest.
package struct ReceiptPairs: Sendable {
  /// The messages of devices with a receipt, up to the last one, and the absences.
  package let pairs: LogPairs
  package private(set) var counts = Counts()
  /// The delays of messages that met a device that was online **[s]**, ascending.
  let latencies: [Double]
  /// The share of messages that were lost although their device was online, and its standard
  /// error, which counts devices; nil: nothing can be told.
  package let loss: (value: Double, standardError: Double)?

  /// So many messages, or devices.
  package struct Counts: Sendable, Equatable {
    /// Messages with a receipt.
    package var received = 0
    /// A newer message took their place at the push service.
    package var overwritten = 0
    /// No receipt, and nothing tells of an absence.
    package var lost = 0
    /// The log ends before their device is back.
    package var waiting = 0
    /// Behind the last receipt of a device that is silent for longer than absences are.
    package var pending = 0
    /// Devices without any receipt, and their messages.
    package var silentDevices = 0
    package var silentMessages = 0
    /// Absences that hold at least two messages, and those of them from which several came.
    package var shared = 0
    package var several = 0

    /// The share of the messages with a known end that a newer one has replaced.
    package var overwrittenShare: Double {
      Double(overwritten) / Double(max(1, received + overwritten + lost + waiting))
    }

    /// All messages of the log.
    package var all: Int { received + overwritten + lost + waiting + pending + silentMessages }
  }
}

extension ReceiptPairs {
  /// - Returns: nil where no device has a receipt.
  init?(_ log: ReceiptLog, length: Double) {
    let limits = DelayLimits(log)
    let heard = log.devices.filter { $0.contains(where: \.isReceived) }
    let silent = log.devices.filter { !$0.contains(where: \.isReceived) }
    counts.silentDevices = silent.count
    counts.silentMessages = silent.reduce(0) { $0 + $1.count }
    var devices = heard.map { DeviceReceipts($0, limits) }
    guard !devices.isEmpty else { return nil }
    let absence = Self.longest(devices.flatMap(\.absences).map { $0.end - $0.start })
    let sent = log.devices.joined().map(\.sent).max() ?? 0
    for place in devices.indices {
      devices[place].cut(at: length, last: sent, longest: absence)
    }
    for device in devices { counts += device.counts }
    latencies = devices.flatMap(\.latencies).sorted()
    loss = Self.loss(devices.map(\.counts))
    let last = SimTime(microseconds: SimTime(seconds: length).microseconds - 1)
    let absences = devices.map { device in
      AbsenceTrace.joined(
        device.absences.compactMap { span in
          let (start, end) = (SimTime(seconds: max(0, span.start)), SimTime(seconds: span.end))
          return start < min(end, last) ? start..<min(end, last) : nil
        })
    }
    pairs = LogPairs(
      messages: devices.map { $0.known.map { min(last, SimTime(seconds: $0.sent)) } },
      absences: absences, length: SimTime(seconds: length.rounded(.up)),
      knownCount: absences.count { !$0.isEmpty }, silentCount: 0, areOnline: false, unrecorded: 0)
  }

  /// A moment that lies in an absence lies in a longer one than this in one of a hundred cases.
  /// One phone that was off for weeks does not make every removed app an absence.
  private static func longest(_ lengths: [Double]) -> Double {
    var rest = lengths.reduce(0, +) / 100
    return lengths.ascending().last { length in
      rest -= length
      return rest < 0
    } ?? 0
  }

  /// The share of those that met a device online.
  private static func loss(_ counts: [Counts]) -> (value: Double, standardError: Double)? {
    let lost = counts.map { Double($0.lost) }
    let met = counts.map { Double($0.lost + $0.received) }
    let sample = RatioSample(numerators: lost, denominators: met)
    return sample.ratio.map { value in
      // The messages of one device tell nothing of how devices differ.
      let count = met.reduce(0, +)
      return (value, sample.standardError ?? (value * (1 - value) / count).squareRoot())
    }
  }

  /// A reason for which receipts do not tell when devices were away.
  package enum Flaw: Sendable {
    /// They come together.
    case batches
    /// Hardly any message has one at once.
    case late
    /// Most likely some were not written down.
    case missing
    /// They show no loss, as in a log of what came.
    case lossless
  }

  /// nil: they tell it.
  package var flaw: Flaw? {
    if comesInBatches { return .batches }
    if hardlyAnyCameAtOnce { return .late }
    if areMissing { return .missing }
    return counts.overwritten + counts.lost == 0 ? .lossless : nil
  }

  /// No push service loses so many messages of devices that are online.
  private var areMissing: Bool { (loss?.value ?? 0) > Self.lossMax }

  private static let lossMax = 0.2

  /// Several messages come from most absences, so the push service keeps more than one, or the app
  /// reports receipts only when it is opened: then receipts do not tell absences.
  private var comesInBatches: Bool {
    counts.shared >= Self.sharedMin && 2 * counts.several > counts.shared
  }

  private static let sharedMin = 10

  /// Hardly any message came at once, so the clocks of sends and receipts differ, or receipts do
  /// not tell when messages came.
  private var hardlyAnyCameAtOnce: Bool {
    Double(latencies.count) < Self.atOnceMin * Double(counts.received)
  }

  private static let atOnceMin = 0.1

  /// The law of the latencies, as a scenario has it.
  package var latencyYAML: String {
    let step = max(1, latencies.count / Self.latenciesMax)
    let part = stride(from: step / 2, to: latencies.count, by: step).map { latencies[$0] }
    return FittedSpan(part)?.yaml ?? "{constant: {value: 0s}}"
  }

  /// A law needs no more values.
  private static let latenciesMax = 10_000
}

/// The limits of delays that belong to a device that was away **[s]**.
struct DelayLimits {
  /// A longer delay tells of an absence by itself.
  let away: Double
  /// The median of a device that is online.
  let latency: Double
  /// So does one of these where messages before it have no receipt.
  let suspicious: Double

  private static let (awayMin, awayMax) = (5.0, 60.0)

  /// A tenfold median of what came within a minute: latencies rarely are longer.
  init(_ log: ReceiptLog) {
    let short = log.devices.joined().map(\.delay).filter { $0 <= Self.awayMax }.sorted()
    guard !short.isEmpty else {
      (away, latency, suspicious) = (Self.awayMax, 0, Self.awayMax)
      return
    }
    let limit = max(Self.awayMin, min(Self.awayMax, 10 * short[short.count / 2]))
    away = limit
    let prompt = short.prefix { $0 <= limit }
    latency = prompt[prompt.count / 2]
    suspicious = prompt[min(prompt.count - 1, prompt.count * 95 / 100)]
  }
}

extension ReceiptPairs.Counts {
  fileprivate static func += (left: inout Self, right: Self) {
    left.received += right.received
    left.overwritten += right.overwritten
    left.lost += right.lost
    left.waiting += right.waiting
    left.pending += right.pending
    left.shared += right.shared
    left.several += right.several
  }
}

extension FitInput {
  /// The receipts tell these absences; nil: there are no times of receipts.
  package var receiptPairs: ReceiptPairs? {
    guard let receipts, let arrivals else { return nil }
    return ReceiptPairs(receipts, length: arrivals.window.length)
  }
}
