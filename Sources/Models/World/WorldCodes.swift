/// The streams of the population.
enum WorldStream: UInt8, Streams {
  /// The index is 0.
  case group = 120
}

/// The first counted day is compared with later ones.
public enum WorldCounter: UInt8, Counters {
  /// Notifications of the first counted day, and those that were shown within its span.
  case firstDayOwed = 47
  case firstDayShown = 48
  /// They count the same of the days that ``FirstDay`` compares with it.
  case laterDaysOwed = 49
  case laterDaysShown = 50

  var row: Counter.Row {
    switch self {
    case .firstDayOwed: .init("first_day_owed", Self.firstDay)
    case .firstDayShown: .init("first_day_shown", Self.firstDay)
    case .laterDaysOwed: .init("later_days_owed", Self.firstDay)
    case .laterDaysShown: .init("later_days_shown", Self.firstDay)
    }
  }

  private static let firstDay = Counter.When(isEmptyElsewhere: true) { world, _ in
    FirstDay(world) != nil
  }
}
