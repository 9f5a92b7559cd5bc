import Foundation
import Statistics
import TestSupport
import Testing

@Suite("Integration")
struct IntegrationTests {
  @Test("Known integrals over half-lines")
  func halfLines() throws {
    expect(isClose(try Integration.overHalfLine(from: 0) { exp(-$0) }, 1, 1e-10))
    expect(isClose(try Integration.overHalfLine(from: 0) { 1 / (1 + $0 * $0) }, .pi / 2, 1e-10))
    expect(isClose(try Integration.overHalfLine(from: 2) { 1 / ($0 * $0) }, 0.5, 1e-10))
    let half = Double.pi.squareRoot() / 2
    expect(isClose(try Integration.overHalfLine(from: 0) { exp(-$0 * $0) }, half, 1e-10))
  }

  @Test("Known integrals over ranges, singular at an end or not")
  func ranges() throws {
    expect(isClose(try Integration.over(0...(.pi)) { sin($0) }, 2, 1e-10))
    expect(isClose(try Integration.over(0...1) { log($0) }, -1, 1e-10))
    expect(isClose(try Integration.over(0...4) { 1 / $0.squareRoot() }, 4, 1e-10))
  }

  @Test("Zero is a value")
  func zero() throws {
    try expect(Integration.overHalfLine(from: 0) { _ in 0 }, equals: 0)
    try expect(Integration.over(-1...1) { _ in 0 }, equals: 0)
    try expect(Integration.over(3...3) { $0 }, equals: 0)
    let odd = try Integration.over(-1...1, absoluteError: 1e-12) { $0 * $0 * $0 + sin($0) }
    expect(isClose(odd, 0))
  }

  @Test("The error asked for is the error allowed")
  func calls() throws {
    expect(try callCount(relativeError: 1e-2) < callCount(relativeError: 1e-12))
  }

  private func callCount(relativeError: Double) throws -> Int {
    var calls = 0
    _ = try Integration.over(0...1, relativeError: relativeError) { x in
      calls += 1
      return abs(x - 0.3)
    }
    return calls
  }

  @Test("An integral may be inside an integral")
  func nested() throws {
    let square = try Integration.over(0...1) { x in
      (try? Integration.over(0...2) { y in x * y }) ?? .nan
    }
    expect(isClose(square, 1, 1e-10))
  }

  @Test("A divergent integral is an error, not a number")
  func divergent() {
    #expect(throws: IntegrationError.self) { try Integration.over(0...1) { 1 / $0 } }
    #expect(throws: IntegrationError.self) { try Integration.overHalfLine(from: 1) { 1 / $0 } }
    #expect(throws: IntegrationError.self) { try Integration.overHalfLine(from: 0) { cos($0) } }
  }

  @Test("The error is in words")
  func message() throws {
    let error = try #require(throws: IntegrationError.self) {
      try Integration.over(0...1, relativeError: 0) { $0 }
    }
    expect(error.description.contains("tolerance"))
  }

  @Test("An integrand that is no number is an error")
  func notANumber() {
    #expect(throws: IntegrationError.self) { try Integration.over(0...1) { _ in .nan } }
    #expect(throws: IntegrationError.self) {
      try Integration.overHalfLine(from: 0) { _ in .infinity }
    }
  }
}
