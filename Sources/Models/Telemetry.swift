import DeliverySim

/// What the team itself can measure (model.md R7): receipts that wait on the device until the app
/// is opened.
public struct Telemetry: Sendable {
  /// Who writes a receipt.
  public enum Receipts: String, Sendable, CaseIterable {
    /// The service extension, for each push that reaches it.
    case serviceExtension = "extension"
    /// The app itself, for what arrives while it is in the foreground.
    case app
  }

  /// Who writes them.
  public var receipts: Receipts

  public init(receipts: Receipts = .serviceExtension) { self.receipts = receipts }
}

/// What telemetry would have found, and what is true, in one replication (R7.2).
///
/// Covers the messages created in the counted window. The cohort contains the device-days with an
/// opening of the app on that day or the next.
public struct TelemetryCounts: Sendable, Equatable {
  /// Messages whose first push the provider has sent; of everyone.
  public internal(set) var pushes: UInt64 = 0
  /// Of them, those whose receipt was uploaded before the end of the run.
  public internal(set) var receipts: UInt64 = 0
  /// Messages whose first push was sent on a device-day of the cohort.
  public internal(set) var cohortPushes: UInt64 = 0
  /// Of them, those whose receipt was uploaded by the end of the next day.
  public internal(set) var cohortReceipts: UInt64 = 0
  /// Notifications owed on a device-day of the cohort.
  public internal(set) var cohortOwed: UInt64 = 0
  /// Of them, the shown.
  public internal(set) var cohortShown: UInt64 = 0

  /// Nothing yet.
  public init() {}
}

extension TelemetryCounts {
  mutating func add(_ other: TelemetryCounts) {
    pushes += other.pushes
    receipts += other.receipts
    cohortPushes += other.cohortPushes
    cohortReceipts += other.cohortReceipts
    cohortOwed += other.cohortOwed
    cohortShown += other.cohortShown
  }
}

/// What telemetry knows of one message.
struct ReceiptAccount: Sendable {
  /// The provider has sent its first push then, or never.
  var sent = SimTime.never
  /// The first receipt for it was written then, or never.
  var written = SimTime.never
}

/// What telemetry knows of one device. Empty where nothing is measured.
struct TelemetryState: ~Copyable {
  /// When the app was opened, ascending.
  fileprivate var openings = Buffer<SimTime>()
  /// When an opened app has sent all its receipts, ascending.
  fileprivate var uploads = Buffer<SimTime>()
  /// The app was opened without a network: it uploads as soon as there is one.
  fileprivate var waitsToUpload = false
  /// By message.
  var accounts = Buffer<ReceiptAccount>()
}

extension TelemetryState {
  /// As at the start, but keeps the memory.
  mutating func removeAll() {
    openings.removeAll()
    uploads.removeAll()
    waitsToUpload = false
    accounts.removeAll()
  }

  private mutating func open(_ message: UInt32) {
    while accounts.count <= Int(message) { accounts.append(ReceiptAccount()) }
  }

  /// The provider sends a message for the first time.
  mutating func noteSend(of message: UInt32, at time: SimTime) {
    open(message)
    accounts[Int(message)].sent = time
  }

  /// - Returns: False when there is a receipt for it already.
  fileprivate mutating func noteReceipt(for message: UInt32, at time: SimTime) -> Bool {
    open(message)
    guard accounts[Int(message)].written == .never else { return false }
    accounts[Int(message)].written = time
    return true
  }
}

extension Device {
  // MARK: R7.1: receipts

  /// A push has got past the system: there is a receipt for everything that it carries (R5.1,
  /// step 2). A message needs but one; that of a repeat will do.
  mutating func writeReceipts(for push: Push, _ bus: inout Bus) {
    guard push.carriesMessage, writesReceipts else { return }
    for place in 0...Int(push.items) {
      writeReceipt(for: messageCarried(by: push, place, bus), &bus)
    }
  }

  /// The receipt of a message that went straight to the screen.
  mutating func writeReceipt(forStraight message: UInt32, _ bus: inout Bus) {
    if writesReceipts { writeReceipt(for: message, &bus) }
  }

  private mutating func writeReceipt(for message: UInt32, _ bus: inout Bus) {
    guard telemetry.noteReceipt(for: message, at: bus.now) else { return }
    bus.note(.app(.receiptWritten), message: message)
  }

  @inline(__always)
  private var writesReceipts: Bool {
    setup.pointee.telemetry?.receipts == .serviceExtension
      ? laws.pointee.hasExtension : process.state == .foreground
  }

  /// The user opens the app: it sends its receipts, at once or as soon as there is a network, if
  /// somebody is still there.
  mutating func openForTelemetry(_ bus: inout Bus) {
    guard laws.pointee.users.measures else { return }
    telemetry.openings.append(bus.now)
    telemetry.waitsToUpload = true
    uploadReceipts(&bus)
  }

  mutating func uploadReceipts(_ bus: inout Bus) {
    guard telemetry.waitsToUpload, network.isOnline else { return }
    telemetry.waitsToUpload = false
    telemetry.uploads.append(bus.now)
    bus.note(.app(.receiptsUploaded))
  }

  mutating func leaveForTelemetry() { telemetry.waitsToUpload = false }
}

extension Device {
  // MARK: R7.2: what is made of them

  /// - Parameter counted: The messages created in the counted window.
  mutating func addTelemetry(_ counted: Range<Int>, _ bus: inout Bus) {
    guard laws.pointee.users.measures else { return }
    var review = TelemetryReview(until: bus.now)
    for message in counted {
      review.add(telemetry, message)
      guard isOwed(message), review.isInCohort(bus.ledger[message].created, telemetry) else {
        continue
      }
      review.counts.cohortOwed += 1
      review.counts.cohortShown += bus.ledger[message].shown != .never ? 1 : 0
    }
    bus.tally.telemetry.add(review.counts)
  }
}

/// What is made of one device's receipts, message after message: the next one is mostly of the same
/// day, and its receipt was uploaded with that of the one before.
private struct TelemetryReview {
  var counts = TelemetryCounts()
  private let horizon: SimTime
  /// The day that was asked for last, and whether it belongs to a cohort.
  private var day = SimTime.zero
  private var dayEnd = SimTime.zero
  private var isDayInCohort = false
  /// Places in ``TelemetryState/uploads`` and ``TelemetryState/openings`` that were asked for last.
  private var upload = 0
  private var opening = 0

  init(until horizon: SimTime) { self.horizon = horizon }

  /// The first push of a message, if there was one.
  mutating func add(_ telemetry: borrowing TelemetryState, _ message: Int) {
    guard message < telemetry.accounts.count, case let account = telemetry.accounts[message],
      account.sent != .never
    else { return }
    let uploaded = uploadTime(ofWritten: account.written, telemetry)
    counts.pushes += 1
    counts.receipts += uploaded != .never ? 1 : 0
    guard isInCohort(account.sent, telemetry) else { return }
    counts.cohortPushes += 1
    counts.cohortReceipts += uploaded < dayEnd + .day ? 1 : 0
  }

  /// When a receipt gets to the team, or never.
  private mutating func uploadTime(
    ofWritten written: SimTime, _ telemetry: borrowing TelemetryState
  ) -> SimTime {
    written == .never ? .never : Self.first(of: telemetry.uploads, from: written, &upload)
  }

  /// The app was opened on the day of `time` or on the next one; a day whose next one is not over
  /// at the end of the run belongs to no cohort.
  mutating func isInCohort(_ time: SimTime, _ telemetry: borrowing TelemetryState) -> Bool {
    if time < day || time >= dayEnd {
      day = time.startOfDay
      dayEnd = day + .day
      let end = dayEnd + .day
      isDayInCohort =
        end <= horizon && Self.first(of: telemetry.openings, from: day, &opening) < end
    }
    return isDayInCohort
  }

  /// - Parameter place: Of the last answer; of this one.
  /// - Returns: The first of ascending times that is not before `time`; never: there is none.
  private static func first(
    of times: borrowing Buffer<SimTime>, from time: SimTime, _ place: inout Int
  ) -> SimTime {
    // Nearly always at the same place or a little further on.
    while place > 0, times[place - 1] >= time { place -= 1 }
    while place < times.count, times[place] < time { place += 1 }
    return place < times.count ? times[place] : .never
  }
}

extension SimTime {
  /// R1.3: of the local day.
  fileprivate var startOfDay: SimTime {
    SimTime(microseconds: microseconds / SimTime.day.microseconds * SimTime.day.microseconds)
  }
}
