/// A number in JSON; a text where it is infinite: `inf` or `-inf`.
package struct JSONNumber: Sendable {
  package let value: Double

  package init(_ value: Double) { self.value = value }
}

extension JSONNumber: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    switch try? container.decode(String.self) {
    case "inf": self.init(.infinity)
    case "-inf": self.init(-.infinity)
    default: self.init(try container.decode(Double.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if value.isInfinite {
      try container.encode(value > 0 ? "inf" : "-inf")
    } else {
      try container.encode(value)
    }
  }
}
