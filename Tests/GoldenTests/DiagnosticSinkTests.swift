import Files
import Foundation
import TestSupport
import Testing

/// Many mistakes: so many are told, in linear time.
@Suite struct DiagnosticSinkTests {
  private func mistake(_ line: Int, _ path: String = "a") -> Diagnostic {
    Diagnostic(at: SourceLocation(file: "s.yml", line: line, column: 1), path: path, .found("x"))
  }

  @Test func twentyAreToldAndTheRestIsCounted() throws {
    let sink = DiagnosticSink()
    for line in (1...25).reversed() { sink.report(mistake(line)) }
    for line in 1...25 { sink.report(mistake(line)) }
    let error = #expect(throws: InputError.self) { try sink.throwIfAny() }
    expect(error?.diagnostics.map(\.location?.line), equals: (1...20).map { $0 })
    expect(error?.omittedCount, equals: 5)
    expect(error?.description.hasSuffix("s.yml:20:1: a: found x\nand 5 more"), equals: true)
  }

  @Test func theSameMistakeCountsOnceAndIsNoticedAgain() {
    let sink = DiagnosticSink()
    sink.report(mistake(1))
    sink.report(mistake(1))
    expect(sink.diagnostics.count == 1 && sink.reportCount == 2)
  }

  /// A fault that a group has from the base is reported there already; a key that it lacks, the
  /// base lacks too.
  @Test func whatIsKnownElsewhereIsNotToldAgain() {
    let (base, group) = (DiagnosticSink(), DiagnosticSink())
    base.report(mistake(1, "provider.link.loss"))
    base.report(Diagnostic(at: nil, path: "workload.arrivals", .missing))
    group.report(mistake(1, "groups[0].provider.link.loss"))
    group.report(Diagnostic(at: nil, path: "groups[0].workload.arrivals", .missing))
    group.report(Diagnostic(at: nil, path: "groups[0].workload.payload", .missing))
    group.report(mistake(2, "groups[0].provider.link.loss"))
    base.report(group)
    expect(
      base.diagnostics.map(\.path),
      equals: [
        "provider.link.loss", "workload.arrivals", "groups[0].workload.payload",
        "groups[0].provider.link.loss",
      ])
  }

  // MARK: Time

  /// A factor whose values are all wrong.
  private func sweep(_ count: Int) -> String {
    let values = (0..<count).map { "\(2 + $0)" }.joined(separator: ", ")
    return "sweep: [{factor: lossy, path: provider.link.loss, values: [\(values)]}]\n"
  }

  @Test func everyWrongValueOfASweepIsCounted() {
    let seen = message { _ = try ScenarioText.read(sweep(1000)) }
    expect(seen.split(separator: "\n").last, equals: "and 980 more", "\(seen)")
    expect(seen.split(separator: "\n").count { $0.contains("found") }, equals: 20, "\(seen)")
  }

  /// The processor time of this thread [s]: other tests do not count.
  private func seconds(_ body: () -> Void) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    body()
    return now() - start
  }

  /// 32 times as many mistakes: linear 32 times the time, quadratic 1024 times.
  @Test func timeIsLinearInTheNumberOfMistakes() {
    func collect(_ count: Int) -> Double {
      seconds {
        let (sink, other) = (DiagnosticSink(), DiagnosticSink())
        for line in 0..<count { sink.report(mistake(line)) }
        for line in 0..<count { other.report(mistake(line, "groups[0].a")) }
        sink.report(other)
      }
    }
    let few = (0..<5).map { _ in collect(250) }.min() ?? 0
    let many = collect(8000)
    expect(many < 150 * few, "\(few) s for 250, \(many) s for 8000")
  }
}
