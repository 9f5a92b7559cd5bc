import Files
import Statistics

extension CalibrationModel {
  /// Places near a place that have whole numbers where the scenario needs them, and weights with
  /// which a function that is linear between them has its value: one place more than there are such
  /// numbers, at most.
  ///
  /// Source: H. Freudenthal, "Simplizialzerlegungen von beschränkter Flachheit", Annals of
  /// Mathematics 43 (1942) 580-582: from the lower corner of a cell, a step along each axis, the
  /// largest fraction first.
  func corners(_ place: [Double]) -> [(weight: Double, place: [Double])] {
    var (corner, fractions) = (place, [(unknown: Int, fraction: Double)]())
    for (number, unknown) in unknowns.enumerated() where unknown.isWhole {
      let value = unknown.scale.number(place[number])
      // The logarithm of a whole number leads back to it but for the last digits.
      if abs(value - value.rounded()) < 1e-6 {
        corner[number] = unknown.wholePlace(nearest: place[number])
        continue
      }
      corner[number] = unknown.scale.value(value.rounded(.down)) ?? place[number]
      fractions.append((number, value - value.rounded(.down)))
    }
    fractions.sort { $0.fraction > $1.fraction }
    var corners = [(weight: 1 - (fractions.first?.fraction ?? 0), place: corner)]
    for (index, (number, fraction)) in fractions.enumerated() {
      let value = unknowns[number].scale.number(place[number])
      corner[number] = unknowns[number].scale.value(value.rounded(.up)) ?? place[number]
      let next = index + 1 < fractions.count ? fractions[index + 1].fraction : 0
      corners.append((fraction - next, corner))
    }
    return corners.filter { $0.weight > 0 }
  }
}

extension CalibrationModel.Moments {
  /// A weighted mean; errors as if those of the parts were the same, as they nearly are with the
  /// same random numbers.
  init(mixed parts: [(weight: Double, moments: CalibrationModel.Moments)]) {
    let mixed = { (get: (CalibrationModel.Moments) -> Double) in
      parts.reduce(0) { $0 + $1.weight * get($1.moments) }
    }
    let first = parts[0].moments
    values = first.values.indices.map { place in mixed { $0.values[place] } }
    errors = first.errors.indices.map { place in mixed { $0.errors[place] } }
    residuals = first.residuals.indices.map { place in
      first.residuals[place].indices.map { number in mixed { $0.residuals[place][number] } }
    }
    correlations = Correlations.matrix(residuals)
    let names = first.all.keys.filter { name in parts.allSatisfy { $0.moments.all[name] != nil } }
    all = Dictionary(
      uniqueKeysWithValues: names.map { name in (name, mixed { $0.all[name] ?? 0 }) })
  }
}
