import Files
import Foundation
import Runs
import Vocabulary

/// The versions, limits and missing parts of this machine, as `deliverysim doctor` prints them.
struct Doctor {
  /// Commands that need Python; nil: the command can run.
  private var lacks: [(name: String, lack: String?)] = []
  private var python: PythonState?

  init() {
    for module in PythonProgram.Module.allCases {
      do throws(InputError) {
        python = try PythonProgram.find(module).state()
        let answer = python?.lacks[module.command]
        lacks.append((module.command, answer ?? "its Python does not answer"))
      } catch {
        lacks.append((module.command, error.description))
      }
    }
  }

  var allCanRun: Bool { lacks.allSatisfy { $0.lack == nil } }

  /// Two columns, then a line for each command that needs something.
  var lines: [String] {
    let facts = [
      ("tool", "deliverysim \(Version.text)"),
      ("system", Self.system),
      ("libraries", Self.libraries),
      ("processors", Self.processors),
      ("memory", Self.memory),
      ("open files", Self.openFiles),
      ("Python", python?.text ?? "none that has the package deliverysim"),
    ]
    let commands = lacks.map { ($0.name, $0.lack.map { "cannot run: \($0)" } ?? "can run") }
    let rows = facts + commands + [("all others", "can run")]
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.0.padding(toLength: width + 2, withPad: " ", startingAt: 0) + $0.1 }
  }

  // MARK: Facts

  private static var system: String {
    let record = Platform().record
    return ([record.os, record.libc] + record.cpuFeatures).joined(separator: ", ")
  }

  private static var libraries: String {
    let record = Platform().record
    return "GSL \(record.gsl), Swift \(record.swift)"
  }

  private static var processors: String {
    let count = ProcessInfo.processInfo.activeProcessorCount
    return "\(count); a run uses as many threads, or --threads"
  }

  private static var memory: String {
    let gigabytes = { (bytes: Double) in "\(HumanText.significant(bytes / 1e9)) GB" }
    let memory = MemoryInfo()
    let free = memory.available.map { "\(gigabytes($0)) for new work" } ?? "unknown"
    return free + (memory.limit.map { ", and a container's limit of \(gigabytes($0))" } ?? "")
  }

  private static var openFiles: String {
    var limit = rlimit()
    guard getrlimit(.init(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return "unknown" }
    return limit.rlim_cur >= rlim_t(Int64.max) ? "no limit" : "at most \(limit.rlim_cur)"
  }
}
