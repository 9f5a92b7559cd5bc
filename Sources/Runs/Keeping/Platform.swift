import CCommit
import Foundation
import Statistics
import Vocabulary

/// Where a run ran: byte-identical results are promised on the same platform
/// (docs/explanation/determinism.md).
package struct Platform {
  package init() {}

  /// The processor's features on which the C library chooses its functions.
  var cpuFeatures: [String] {
    let wanted = ["avx", "avx2", "avx512f", "bmi2", "fma", "sse4_1", "sse4_2"]
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    // Bytes: the file grows with the cores, and it is ASCII.
    let line = info.utf8.split(separator: UInt8(ascii: "\n")).first {
      $0.starts(with: "flags".utf8) || $0.starts(with: "Features".utf8)
    }
    let flags = line?.split(separator: UInt8(ascii: " ")) ?? []
    return wanted.filter { name in flags.contains { $0.elementsEqual(name.utf8) } }
  }

  var system: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown" }
    return [Self.text(name.sysname), Self.text(name.release), Self.text(name.machine)]
      .joined(separator: " ")
  }

  var libc: String {
    #if canImport(Glibc)
      var buffer = [CChar](repeating: 0, count: 256)
      let isKnown = confstr(Int32(_CS_GNU_LIBC_VERSION), &buffer, buffer.count) > 0
      return isKnown ? Self.text(buffer) : "unknown"
    #else
      return "unknown"
    #endif
  }

  var gsl: String { gslVersion }

  /// The version of the compiler that built the tool, as far as the language tells.
  var swift: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }

  /// The name of this machine; it is empty where the system does not tell it.
  package var host: String {
    var buffer = [CChar](repeating: 0, count: 256)
    return gethostname(&buffer, buffer.count - 1) == 0 ? Self.text(buffer) : ""
  }

  /// The commit that the tool was built from, and whether its sources had changes; nil: unknown, as
  /// without `make`.
  package var gitCommit: (commit: String, isDirty: Bool)? {
    let commit = String(cString: deliverysim_commit())
    return commit.isEmpty ? nil : (commit, deliverysim_is_dirty())
  }

  /// The manifest's record: bytes are the same where all of this is.
  package struct Record: Codable, Sendable, Equatable {
    package let cpuFeatures: [String]
    package let os: String
    package let libc: String
    package let gsl: String
    package let swift: String

    enum CodingKeys: String, CodingKey {
      case os, libc, gsl, swift
      case cpuFeatures = "cpu_features"
    }
  }

  package var record: Record {
    Record(cpuFeatures: cpuFeatures, os: system, libc: libc, gsl: gsl, swift: swift)
  }

  private static func text(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

extension Version {
  /// Tool, epoch, and the commit that it was built from, as far as it is known.
  package static var text: String {
    let git = Platform().gitCommit
    let commit = git.map { "commit \($0.commit.prefix(12))\($0.isDirty ? " with changes" : "")" }
    return "\(tool) (results epoch \(resultsEpoch), \(commit ?? "commit unknown"))"
  }
}
