import DeliverySim
import Files
import Models

extension ScenarioReader {
  // MARK: extension

  func readExtension(_ root: MapReader) -> ServiceExtension {
    guard let map = root.section("extension") else { return ServiceExtension() }
    var result = ServiceExtension()
    result.absent = optionalProbability(map, "absent")
    let runTime = readOptionalLaw(map, "run_time", .duration)
    result.runTime = runTime ?? .zero
    result.timeLimit = readTimeLimit(map, hasRunTime: runTime != nil)
    result.overlaps = map.optional("overlap", .bool) ?? true
    result.memory = map.section("memory").flatMap(readMemory)
    if let section = map.section("crash") {
      result.crash = readCrash(section, hasMemory: map.hasValue("memory"))
    }
    result.doubleInvocation = optionalProbability(map, "double_invocation")
    result.firstUnlock = map.section("before_first_unlock").flatMap(readFirstUnlock)
    checkAbsence(result, map)
    return result
  }

  private func optionalProbability(_ map: MapReader, _ key: String) -> Probability {
    map.optional(key, .probability()).flatMap { Probability($0) } ?? .zero
  }

  /// Work that takes time has Apple's limit, unless the scenario says another one.
  private func readTimeLimit(_ map: MapReader, hasRunTime: Bool) -> SimTime {
    guard hasRunTime else { return map.optionalTime("time_limit") ?? .never }
    return map.time("time_limit", default: ServiceExtension.timeLimitOfApple)
  }

  private func readMemory(_ map: MapReader) -> ServiceExtension.Memory? {
    let use = readRequiredLaw(map, "use", .count)
    let limit = map.required("limit", .bytes)
    return use.map { ServiceExtension.Memory(use: $0, limit: limit) }
  }

  private func readCrash(_ map: MapReader, hasMemory: Bool) -> ServiceExtension.Crash {
    if !hasMemory, !map.hasValue("p") {
      map.reportMissing("p", allowed: "a probability, since nothing else makes it crash")
    }
    let probability = probability(map, "p", default: 0)
    let names = ServiceExtension.Crash.Shows.allCases.map(\.rawValue)
    let shows = map.value("shows", .choice(names), default: names[0])
    return ServiceExtension.Crash(
      probability: probability, shows: .init(rawValue: shows) ?? .original)
  }

  /// Where no device has an extension, nothing can be said of it.
  private func checkAbsence(_ result: ServiceExtension, _ map: MapReader) {
    guard result.absent == .one else { return }
    let others = ["time_limit", "run_time", "overlap", "memory", "crash", "double_invocation"]
    guard let other = others.first(where: map.keys.contains) else { return }
    map.report("absent", allowed: "a share below 1, since \(other) is given")
  }
}

extension ScalarFormat<Double> {
  /// A size **[byte]** above 0: `24MB`, or a plain number.
  fileprivate static var bytes: Self {
    let units = [("kB", 1e3), ("MB", 1e6)]
    return ScalarFormat(
      allowed: "a number of bytes above 0, such as 24MB, 900kB or 24e6", fallback: 24e6,
      parse: { text, isQuoted in
        let unit = units.first { text.hasSuffix($0.0) }
        if unit == nil, isQuoted { return nil }
        let number = Units.number(Units.withoutSpace(text.dropLast(unit == nil ? 0 : 2)))
        return number.map { $0 * (unit?.1 ?? 1) }.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
      },
      render: { .number($0) })
  }
}
