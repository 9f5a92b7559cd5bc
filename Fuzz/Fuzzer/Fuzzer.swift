import Foundation
import FuzzTargets
import Synchronization

/// Gives what libFuzzer thinks of to one of the readers: `FUZZ_TARGET=yaml fuzzer corpus/yaml`.
///
/// What is wrong ends the process, so that libFuzzer keeps the input. At its end the process says
/// how many inputs were accepted and refused. `FUZZ_EXAMPLE` names a file for an input to begin
/// with, where there is one that depends on the version.
private struct Session: Sendable {
  private let target: FuzzTarget
  private let room: FuzzRoom
  private static let made = Mutex<FuzzRoom?>(nil)
  private static let accepted = Atomic(0)
  private static let refused = Atomic(0)

  init() {
    let environment = ProcessInfo.processInfo.environment
    let name = environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      fatalError("FUZZ_TARGET: \(FuzzTarget.allCases.map(\.rawValue))")
    }
    self.target = target
    room = Self.makeRoom()
    if let file = environment["FUZZ_EXAMPLE"], let bytes = try? room.example(target) {
      try? Data(bytes).write(to: URL(fileURLWithPath: file))
    }
    atexit { Session.report() }
  }

  /// libFuzzer's main thread is nobody else's: it may wait.
  private static func makeRoom() -> FuzzRoom {
    let isMade = DispatchSemaphore(value: 0)
    Task {
      do {
        let room = try await FuzzRoom()
        made.withLock { $0 = room }
        isMade.signal()
      } catch {
        fatalError("\(error)")
      }
    }
    isMade.wait()
    guard let room = made.withLock({ $0 }) else { fatalError("no room was made") }
    return room
  }

  func test(_ bytes: [UInt8]) {
    switch target.verdict(of: bytes, in: room) {
    case .accepted: Self.accepted.add(1, ordering: .relaxed)
    case .refused: Self.refused.add(1, ordering: .relaxed)
    case .wrong(let words):
      Self.report()
      fatalError("wrong: \(words)")
    }
  }

  private static func report() {
    let counts = (accepted.load(ordering: .relaxed), refused.load(ordering: .relaxed))
    FileHandle.standardError.write(Data("accepted: \(counts.0) refused: \(counts.1)\n".utf8))
  }
}

private let session = Session()

/// Called before libFuzzer reads the inputs to begin with: the example must be among them.
@_cdecl("LLVMFuzzerInitialize")
func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  _ = session
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  session.test(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
