internal import CGSL

/// The GNU Scientific Library that this build uses, such as `2.7.1`: results are promised byte for
/// byte only with the same one.
public var gslVersion: String { String(cString: cgsl_version()) }
