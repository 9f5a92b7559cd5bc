// Distribution functions over GSL, each named after its law.
//
// Goals, in order: right in the far tail (a small probability is computed as such, never as 1
// minus a large one); the same bits for the same GSL; short.
//
// Source: GSL 2.7.1 Reference Manual, "Random Number Distributions", functions gsl_cdf_*.

internal import CGSL

// MARK: - Student's t

/// Student's t distribution.
public enum StudentT {
  /// The t with P(T ≤ t) = `probability`.
  ///
  /// - Parameters:
  ///   - probability: in (0, 1).
  ///   - degreesOfFreedom: above 0, not necessarily an integer.
  public static func quantile(_ probability: Double, degreesOfFreedom: Double) -> Double {
    precondition(probability > 0 && probability < 1, "a quantile needs a probability in (0, 1)")
    precondition(degreesOfFreedom > 0, "degrees of freedom are above 0")
    return GSL.value(gsl_cdf_tdist_Pinv(probability, degreesOfFreedom))
  }

  /// P(|T| ≥ |t|), the two-sided p value of `t`; 0 for an infinite `t`.
  ///
  /// - Parameters:
  ///   - t: a number, or infinite.
  ///   - degreesOfFreedom: above 0, not necessarily an integer.
  public static func twoSidedP(_ t: Double, degreesOfFreedom: Double) -> Double {
    precondition(!t.isNaN, "t is a number")
    precondition(degreesOfFreedom > 0, "degrees of freedom are above 0")
    guard t.isFinite else { return 0 }
    return min(1, 2 * GSL.value(gsl_cdf_tdist_Q(abs(t), degreesOfFreedom)))
  }
}

// MARK: - Normal

/// The standard normal distribution.
public enum Normal {
  /// P(Z ≤ z). For the upper tail use `cdf(-z)`, which keeps its digits.
  public static func cdf(_ z: Double) -> Double {
    precondition(!z.isNaN, "z is a number")
    return GSL.value(gsl_cdf_ugaussian_P(z))
  }

  /// The density at z.
  static func density(_ z: Double) -> Double { gsl_ran_ugaussian_pdf(z) }

  /// The z with P(Z ≤ z) = `probability`, which is in (0, 1).
  public static func quantile(_ probability: Double) -> Double {
    precondition(probability > 0 && probability < 1, "a quantile needs a probability in (0, 1)")
    return GSL.value(gsl_cdf_ugaussian_Pinv(probability))
  }
}

// MARK: - F, chi-square and gamma

/// Fisher's F distribution.
public enum FDistribution {
  /// P(F ≥ x), the p value of a ratio of mean squares; 1 for x ≤ 0.
  ///
  /// - Parameters:
  ///   - x: a number.
  ///   - degreesOfFreedom: of the numerator and of the denominator, both above 0.
  public static func upperTail(
    _ x: Double, degreesOfFreedom: (numerator: Double, denominator: Double)
  ) -> Double {
    precondition(!x.isNaN, "x is a number")
    let (numerator, denominator) = degreesOfFreedom
    precondition(numerator > 0 && denominator > 0, "degrees of freedom are above 0")
    return x > 0 ? GSL.value(gsl_cdf_fdist_Q(x, numerator, denominator)) : 1
  }
}

/// The chi-square distribution.
public enum ChiSquare {
  /// P(X ≥ x), the p value of a goodness-of-fit statistic; 1 for x ≤ 0.
  ///
  /// - Parameters:
  ///   - x: any number.
  ///   - degreesOfFreedom: above 0.
  public static func upperTail(_ x: Double, degreesOfFreedom: Double) -> Double {
    precondition(degreesOfFreedom > 0, "degrees of freedom are above 0")
    return Gamma.survival(x, shape: degreesOfFreedom / 2, scale: 2)
  }

  /// The x with P(X ≤ x) = `probability`.
  ///
  /// - Parameters:
  ///   - probability: in (0, 1).
  ///   - degreesOfFreedom: above 0, not necessarily an integer.
  public static func quantile(_ probability: Double, degreesOfFreedom: Double) -> Double {
    precondition(probability > 0 && probability < 1, "a quantile needs a probability in (0, 1)")
    precondition(degreesOfFreedom > 0, "degrees of freedom are above 0")
    guard degreesOfFreedom > 2000 else {
      return GSL.value(gsl_cdf_chisq_Pinv(probability, degreesOfFreedom))
    }
    // GSL's search may not end there; Wilson and Hilferty's cube root is right to 3e-5.
    let part = 2 / (9 * degreesOfFreedom)
    let root = 1 - part + Normal.quantile(probability) * part.squareRoot()
    return degreesOfFreedom * root * root * root
  }
}

/// The gamma distribution, with mean shape · scale.
public enum Gamma {
  /// P(X > x) = Γ(shape, x/scale) / Γ(shape), the regularised upper incomplete gamma function.
  ///
  /// - Parameters:
  ///   - x: any number, in the unit of `scale`; 1 for x ≤ 0 and 0 for x infinite.
  ///   - shape: above 0.
  ///   - scale: above 0.
  public static func survival(_ x: Double, shape: Double, scale: Double) -> Double {
    precondition(!x.isNaN, "x is a number")
    precondition(shape > 0 && scale > 0, "shape and scale are above 0")
    guard x > 0 else { return 1 }
    guard x.isFinite else { return 0 }
    return GSL.value(gsl_cdf_gamma_Q(x, shape, scale))
  }
}

// MARK: - Binomial

/// The number of successes in independent trials that share one probability of success.
public enum Binomial {
  /// P(X ≤ successes).
  ///
  /// - Parameters:
  ///   - successes: in 0...trials.
  ///   - trials: at most 2^32 - 1.
  ///   - probability: of success in one trial, in 0...1.
  public static func lowerTail(_ successes: Int, trials: Int, probability: Double) -> Double {
    check(successes, trials, probability)
    return GSL.value(gsl_cdf_binomial_P(UInt32(successes), probability, UInt32(trials)))
  }

  /// P(X ≥ successes). Parameters as in ``lowerTail(_:trials:probability:)``.
  public static func upperTail(_ successes: Int, trials: Int, probability: Double) -> Double {
    check(successes, trials, probability)
    guard successes > 0 else { return 1 }
    return GSL.value(gsl_cdf_binomial_Q(UInt32(successes - 1), probability, UInt32(trials)))
  }

  /// Twice the smaller tail that includes `successes`, at most 1: exact in that a true hypothesis
  /// gets a value of at most α with probability at most α. Parameters as in
  /// ``lowerTail(_:trials:probability:)``.
  public static func twoSidedP(_ successes: Int, trials: Int, probability: Double) -> Double {
    let lower = lowerTail(successes, trials: trials, probability: probability)
    let upper = upperTail(successes, trials: trials, probability: probability)
    return min(1, 2 * min(lower, upper))
  }

  private static func check(_ successes: Int, _ trials: Int, _ probability: Double) {
    precondition(trials >= 0 && trials <= Int(UInt32.max), "trials are in 0 ... 2^32 - 1")
    precondition(successes >= 0 && successes <= trials, "successes are in 0 ... trials")
    precondition(probability >= 0 && probability <= 1, "a probability is in 0 ... 1")
  }
}
