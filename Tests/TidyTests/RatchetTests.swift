import TestSupport
import Testing

/// Numbers about `Models` that may only go down: lower one here when the code has fewer, never
/// raise it.
@Suite("Ratchets")
struct RatchetTests {
  private static let models = SourceTree.swift.filter { $0.module == "Models" }

  /// Lines of `Models` with this, comments aside.
  private func count(_ isFound: (Substring) -> Bool) -> Int {
    Self.models.reduce(0) { sum, file in
      sum
        + file.lines.count { line in
          let code = line.drop { $0 == " " }
          return !code.hasPrefix("//") && isFound(code)
        }
    }
  }

  @Test("Pointers are looked through in few places")
  func pointers() { expect(count { $0.contains(".pointee") } <= 1) }

  @Test("Only what was measured is inlined by force")
  func inlined() { expect(count { $0.contains("@inline(__always)") } <= 107) }

  @Test("Few functions are lent the whole turn")
  func lent() {
    expect(count { $0.contains("turn: inout Turn") || $0.contains("turn: borrowing Turn") } <= 437)
  }

  /// Features add their members to two open sets: story events and causes.
  @Test("A type is extended in few files")
  func extended() {
    var files: [Substring: Set<String>] = [:]
    for file in Self.models {
      for line in file.lines {
        guard let name = line.firstMatch(of: /^extension (\w+(?:\.\w+)*)/)?.1 else { continue }
        files[name, default: []].insert(file.path)
      }
    }
    expect(files.count > 100)
    for (name, files) in files where name != "StoryRecord.Event" && name != "Cause" {
      expect(files.count <= 5, "\(name): \(files.sorted())")
    }
  }

  @Test("The engine shrinks")
  func engine() {
    let lines = Self.models.filter { $0.path.contains("/Engine/") }.reduce(0) {
      $0 + $1.lines.count
    }
    expect(lines <= 2650, "\(lines)")
  }

  @Test("The engine and the stations say what must hold")
  func preconditions() {
    let files = Self.models.filter { $0.path.contains("/Engine/") || $0.path.contains("Station") }
    let lines = files.flatMap(\.lines)
    let found = lines.count {
      let code = $0.drop { $0 == " " }
      return !code.hasPrefix("//") && code.contains("precondition")
    }
    expect(lines.count <= 60 * found, "\(lines.count) lines, \(found) preconditions")
  }

  @Test("Nothing is decided by the kind of a push service but in its row")
  func services() {
    let kinds = ["apns", "fcm", "webPush", "wnsToast", "mqtt", "keepAll"]
    for file in SourceTree.swift where file.module != nil {
      for (place, line) in file.lines.enumerated() {
        let compares = kinds.contains {
          line.contains("kind == .\($0)") || line.contains("kind != .\($0)")
        }
        expect(!compares, "\(file.path):\(place + 1): \(line)")
      }
    }
  }
}
