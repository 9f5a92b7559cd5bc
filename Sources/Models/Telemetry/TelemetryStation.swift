import DeliverySim

/// R7: the receipts of one device, which wait there until the app is opened. Empty where nothing is
/// measured.
struct TelemetryStation: ~Copyable {
  /// The knowledge of telemetry about one message.
  struct Account: Sendable {
    /// The provider has sent its first push then, or never.
    var sent = SimTime.never
    /// The first receipt for it was written then, or never.
    var written = SimTime.never
  }

  /// Who writes receipts; nil: nobody.
  private var writer: Telemetry.Receipts?
  /// The times when the app was opened, ascending.
  private(set) var openings = Buffer<SimTime>()
  /// The times when an opened app has sent all its receipts, ascending.
  private(set) var uploads = Buffer<SimTime>()
  /// The app was opened without a network: it uploads as soon as there is one.
  private var waitsToUpload = false
  /// The accounts, by message.
  private(set) var accounts = Buffer<Account>()

  init(_ plan: Telemetry?) { writer = plan?.receipts }
}

extension TelemetryStation {
  /// Something is measured.
  var isOn: Bool { writer != nil }

  /// Whether receipts are for this writer to write.
  func isWritten(by writer: Telemetry.Receipts) -> Bool { self.writer == writer }

  /// The provider sends a message for the first time.
  mutating func noteSend(of message: UInt32, at time: SimTime) {
    openAccount(message)
    accounts[Int(message)].sent = time
  }

  // MARK: R7.1: receipts

  /// A message needs but one; that of a repeat will do.
  ///
  /// - Parameter time: The time when it arrived (default: now).
  mutating func writeReceipt(
    for message: UInt32, at time: SimTime? = nil, _ turn: inout Turn
  ) {
    openAccount(message)
    guard accounts[Int(message)].written == .never else { return }
    accounts[Int(message)].written = time ?? turn.now
    turn.note(.app(.receiptWritten), message: message, at: time)
  }

  /// R5.1, step 2: a push has got past the system. Everything that it carries gets a receipt.
  mutating func writeReceipts(
    by writer: Telemetry.Receipts, for push: Push, _ turn: inout Turn
  ) {
    if isWritten(by: writer), push.carriesMessage { writeReceipts(for: push, &turn) }
  }

  private mutating func writeReceipts(for push: Push, _ turn: inout Turn) {
    for distance in 0...Int(push.items) {
      writeReceipt(for: turn.message(distance, before: push.message), &turn)
    }
  }

  /// The user opens the app: it sends its receipts, at once or as soon as there is a network, if
  /// somebody is still there.
  mutating func openApp(isOnline: Bool, _ turn: inout Turn) {
    guard isOn else { return }
    openings.append(turn.now)
    waitsToUpload = true
    if isOnline { comeOnline(&turn) }
  }

  mutating func comeOnline(_ turn: inout Turn) {
    guard waitsToUpload else { return }
    waitsToUpload = false
    uploads.append(turn.now)
    turn.note(.app(.receiptsUploaded))
  }

  mutating func leaveApp() { waitsToUpload = false }

  private mutating func openAccount(_ message: UInt32) {
    while accounts.count <= Int(message) { accounts.append(Account()) }
  }

  // MARK: R7.2: what is made of them

  /// - Parameters:
  ///   - counted: The messages created in the counted window.
  ///   - end: Those from this one on are not owed.
  ///   - owed: The user's wish by message: whether it was wanted; empty: all of them were.
  func close(
    _ counted: Range<Int>, owedUntil end: Int, owed: borrowing Buffer<Bool>, _ turn: inout Turn
  ) {
    guard isOn else { return }
    var review = TelemetryReview(until: turn.now)
    for message in counted {
      review.add(self, message)
      guard message < end, owed.count == 0 || owed[message],
        review.isInCohort(turn.ledger[message].created, self)
      else { continue }
      review.counts.cohortOwed += 1
      review.counts.cohortShown += turn.ledger[message].shown != .never ? 1 : 0
    }
    turn.tally.telemetry.add(review.counts)
  }
}
