import TestSupport
import Testing

/// Sources compile elsewhere too, as far as a look at them can tell: nothing here runs macOS.
@Suite struct PlatformTests {
  /// Lines that name a C library of Linux where no other branch stands beside them.
  static func onlyLinux(_ lines: [String]) -> [Int] {
    var found: [Int] = []
    var open: [(lines: [Int], hasOther: Bool)] = []
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ")
      let namesLibrary = line.contains("Glibc") || line.contains("Musl")
      switch words.first {
      case "#if": open.append((namesLibrary ? [index + 1] : [], false))
      case "#else", "#elseif": open[open.count - 1].hasOther = true
      case "#endif":
        let block = open.removeLast()
        if !block.hasOther { found += block.lines }
      case "//", "///": break
      default:
        guard namesLibrary, words.contains("import") else { break }
        if open.isEmpty {
          found.append(index + 1)
        } else {
          open[open.count - 1].lines.append(index + 1)
        }
      }
    }
    return found
  }

  @Test func nothingNeedsALibraryOfLinux() {
    for file in SourceTree.swift where file.path != "Tests/TidyTests/PlatformTests.swift" {
      let found = Self.onlyLinux(file.lines)
      expect(found.isEmpty, "\(file.path): lines \(found): no branch for other systems")
    }
  }

  @Test func theyAreFound() {
    expect(Self.onlyLinux(["import Glibc"]), equals: [1])
    expect(Self.onlyLinux(["#if canImport(Glibc)", "  import Glibc", "#endif"]), equals: [1, 2])
    expect(
      Self.onlyLinux(["#if canImport(Glibc)", "import Glibc", "#else", "import Darwin", "#endif"]),
      equals: [])
    expect(
      Self.onlyLinux(["#if os(Linux)", "#if DEBUG", "import Glibc", "#endif", "#endif"]),
      equals: [3])
  }
}
