/// The values that a key may have.
package enum KeyType: Equatable, Sendable {
  // Scalars.
  case text, name, bool, time, rate, share, bytes, clock, amount, payload, devices
  case integer(String, String)
  /// The ends of its range; empty: none.
  case number(String, String)
  case words([String])
  /// A number in the unit of a law's values.
  case dimension
  // Lists.
  case texts, numbers, dimensions, clocks, days, handlers, hours, list, laws
  /// Weights of a week, or of a day.
  case hoursOfWeekOrDay
  // Maps.
  case map, maps, mapOrMaps, section, replications, sweep, factors
  /// One of the maps below it.
  case oneOf([String])
  /// A value that is described under a name that starts with @.
  case shape(String)
  // Laws.
  case law(Dimension)
  case lawOr(Dimension)
  /// A number of the dimension of the law that it is part of.
  case lawAlike
  /// A law of the dimension of a number elsewhere.
  case anyLaw
  // Strategies.
  case strategies, stage
  case inner([String])
}

/// The quantity that a law is about. It decides the units of its parameters.
package enum Dimension: String, Sendable, CaseIterable {
  /// Parameters with a unit of time; the law is in seconds.
  case time
  /// Parameters per unit of time; the law is per second.
  case rate
  /// Plain numbers: bytes, messages.
  case count
  /// A share from 0 to 1, in percent too.
  case share
}
