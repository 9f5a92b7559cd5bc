internal import CGSL

/// Lets GSL's rejection samplers take their random words from ``Draws``.
enum GSLGenerator {
  /// GSL's own handler would abort the process; parameters are validated, and no sampler needs one.
  static let errorHandlerIsOff: Void = cgsl_disable_error_handler()

  /// GSL keeps the pointer, so the description lives for ever.
  private nonisolated(unsafe) static let description: UnsafePointer<gsl_rng_type> = {
    let type = UnsafeMutablePointer<gsl_rng_type>.allocate(capacity: 1)
    type.initialize(to: gsl_rng_type())
    type.pointee.max = UInt(UInt32.max)
    type.pointee.size = MemoryLayout<Generator>.size
    type.pointee.set = { _, _ in }
    type.pointee.get = { UInt(GSLGenerator.state($0).pointee.word() &>> 32) }
    type.pointee.get_double = {
      Double(GSLGenerator.state($0).pointee.word() &>> 12) * 0x1p-52 + 0x1p-53
    }
    return UnsafePointer(type)
  }()

  static func withGenerator(
    over draws: inout Draws, _ body: (UnsafePointer<gsl_rng>) -> Double
  ) -> Double {
    var state = Generator(draws: draws)
    let result = withUnsafeMutablePointer(to: &state) { pointer in
      var generator = gsl_rng(type: description, state: pointer)
      return body(&generator)
    }
    draws = state.draws
    return result
  }

  private static func state(_ raw: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Generator> {
    guard let raw else { preconditionFailure("GSL lost the generator's state") }
    return raw.assumingMemoryBound(to: Generator.self)
  }
}

extension GSLGenerator {
  private struct Generator {
    var draws: Draws
    var taken: UInt64 = 0

    /// The next word. A generator that is stuck would keep a rejection loop going for ever: after
    /// 1,000 words, which no working one reaches, the words of a Weyl sequence end it.
    mutating func word() -> UInt64 {
      taken += 1
      return taken <= 1000 ? draws.word() : taken &* 0x9E37_79B9_7F4A_7C15
    }
  }
}
