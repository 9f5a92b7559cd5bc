import Models
import TestSupport
import Testing

private typealias Method = HandlerMatrix.Method
private typealias AppState = HandlerMatrix.AppState
private typealias Payload = HandlerMatrix.Payload
private typealias Moments = HandlerMatrix.Moments

/// R4.5: the handler matrix, cell by cell.
@Suite struct R04_05Tests {
  /// The table of the article, as model.md prints it.
  private static let article = """
    | didReceiveRemoteNotification | alert | A (no banner) | T | - | - |
    | | silent | A | A | F | - |
    | | mixed | A (no banner) | A+T | F | - |
    | ...fetchCompletionHandler | alert | A (no banner) | T | T | T |
    | | silent | A | A | A¹ | - |
    | | mixed | A (no banner) | A+T | A¹+T | T |
    | willPresent | alert, mixed | A | - | - | - |
    | didReceive | alert, mixed | T | T | T | T |
    | both UN methods | silent | - | - | - | - |
    """

  /// All sets of methods.
  private static let apps: [Set<Method>] = (0..<16).map { bits in
    Set(Method.allCases.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element))
  }

  @Test("R4.5 every cell is that of the article's table")
  func cells() throws {
    let printed = try Self.printedCells()
    expect(printed.count, equals: 48)
    for place in Place.all {
      let text = try unwrap(printed[place], "the table lacks \(place)")
      let alone = HandlerMatrix(implementing: [place.method])
      let expected = try Self.moments(text)
      expect(
        HandlerMatrix.calls(place.method, place.state, place.payload), equals: expected, "\(place)")
      expect(alone.calls(place.method, place.state, place.payload), equals: expected, "\(place)")
    }
  }

  @Test("R4.5 a method that an app lacks is not called")
  func lacking() {
    for app in Self.apps {
      for place in Place.all where !app.contains(place.method) {
        expect(Self.calls(place, app), equals: [], "\(place) of \(app)")
      }
    }
  }

  // MARK: Methods that silence others

  @Test("R4.5 the fetch handler silences didReceiveRemoteNotification, so do both UN methods")
  func silencing() {
    let heard: [Set<Method>] = [
      [.didReceiveRemoteNotification], [.didReceiveRemoteNotification, .willPresent],
      [.didReceiveRemoteNotification, .didReceive],
    ]
    for app in Self.apps where app.contains(.didReceiveRemoteNotification) {
      let matrix = HandlerMatrix(implementing: app)
      expect(
        matrix.isSilenced(.didReceiveRemoteNotification), equals: !heard.contains(app), "\(app)")
      let calls = Place.all.filter { $0.method == .didReceiveRemoteNotification }
        .map { Self.calls($0, app) }
      expect(calls.allSatisfy { $0 == [] }, equals: !heard.contains(app), "\(app)")
    }
  }

  @Test("R4.5 nothing silences the other methods but the tap: it goes to didReceive")
  func taps() {
    for app in Self.apps {
      let matrix = HandlerMatrix(implementing: app)
      for place in Place.all where app.contains(place.method) {
        guard !matrix.isSilenced(place.method) else {
          expect(place.method, equals: .didReceiveRemoteNotification)
          continue
        }
        let cell = HandlerMatrix.calls(place.method, place.state, place.payload)
        let takes = app.contains(.didReceive) && place.method != .didReceive
        expect(Self.calls(place, app), equals: (takes ? cell.subtracting(.tap) : cell), "\(place)")
      }
    }
    // The common case, by hand: a fetch handler beside both UN methods.
    let app: Set<Method> = [.fetchCompletionHandler, .willPresent, .didReceive]
    let matrix = HandlerMatrix(implementing: app)
    expect(matrix.calls(.fetchCompletionHandler, .background, .mixed), equals: .arrival)
    expect(matrix.calls(.fetchCompletionHandler, .killed, .alert), equals: [])
    expect(matrix.calls(.didReceive, .killed, .alert), equals: .tap)
  }

  // MARK: The system's part

  @Test("R4.5 only what the fetch handler gets of an app that is not running may be declined")
  func footnote() {
    let declinable = Place.all.filter {
      HandlerMatrix.calls($0.method, $0.state, $0.payload).contains(.nextLaunchIfDeclined)
    }
    expect(
      declinable, equals: [.silent, .mixed].map { Place(.fetchCompletionHandler, .notRunning, $0) })
    for place in declinable {
      expect(HandlerMatrix.calls(place.method, place.state, place.payload).contains(.arrival))
    }
  }

  @Test("R4.5 the system draws alerts, in the foreground only through willPresent")
  func alerts() throws {
    // "no banner" stands where a method is called at the arrival of what could be drawn.
    for (place, text) in try Self.printedCells() where text.hasPrefix("A") {
      let alone = HandlerMatrix(implementing: [place.method])
      let isDrawn = place.payload.hasAlert && !text.contains("no banner")
      expect(alone.drawsAlert(place.state, place.payload), equals: isDrawn, "\(place)")
    }
    for app in Self.apps {
      let matrix = HandlerMatrix(implementing: app)
      for state in AppState.allCases {
        let isDrawn = state == .foreground ? app.contains(.willPresent) : true
        expect(matrix.drawsAlert(state, .alert), equals: isDrawn)
        expect(matrix.drawsAlert(state, .mixed), equals: isDrawn)
        expect(!matrix.drawsAlert(state, .silent))
      }
    }
  }

  @Test("R4.5 a notification launches by a tap on its alert, or by a call when it arrives")
  func launchOptions() {
    for app in Self.apps {
      let wakes: Moments = app.contains(.fetchCompletionHandler) ? .arrival : []
      // Not running, killed by the user.
      let expected: [Payload: [Moments]] = [
        .alert: [.tap, .tap], .silent: [wakes, []], .mixed: [wakes.union(.tap), .tap],
      ]
      let matrix = HandlerMatrix(implementing: app)
      for payload in Payload.allCases {
        let launches = [AppState.notRunning, .killed].map { matrix.launches($0, payload) }
        expect(launches, equals: expected[payload], "\(payload) of \(app)")
        expect(matrix.launches(.foreground, payload), equals: [], "it runs already")
        expect(matrix.launches(.background, payload), equals: [], "it runs already")
      }
    }
  }
}

// MARK: - The table's notation

/// The place of a cell.
private struct Place: Hashable {
  let method: Method
  let state: AppState
  let payload: Payload

  init(_ method: Method, _ state: AppState, _ payload: Payload) {
    (self.method, self.state, self.payload) = (method, state, payload)
  }

  static let all = Method.allCases.flatMap { method in
    AppState.allCases.flatMap { state in
      Payload.allCases.map { Place(method, state, $0) }
    }
  }
}

extension R04_05Tests {
  private static func calls(_ place: Place, _ app: Set<Method>) -> Moments {
    HandlerMatrix(implementing: app).calls(place.method, place.state, place.payload)
  }

  /// The cells as they are printed; no cell may stand there twice.
  private static func printedCells() throws -> [Place: String] {
    let states: [AppState] = [.foreground, .background, .notRunning, .killed]
    var cells: [Place: String] = [:]
    var methods: [Method] = []
    for line in article.split(separator: "\n") {
      let fields = line.split(separator: "|").map { $0.trimming(" ") }
      try #require(fields.count == 6, "\(line)")
      if !fields[0].isEmpty { methods = try Self.methods(fields[0]) }
      for name in fields[1].split(separator: ",") {
        let payload = try unwrap(Payload(rawValue: name.trimming(" ")))
        for (state, text) in zip(states, fields[2...]) {
          for method in methods {
            let previous = cells.updateValue(text, forKey: Place(method, state, payload))
            expect(previous == nil, "twice: \(method), \(state), \(payload)")
          }
        }
      }
    }
    return cells
  }

  private static func methods(_ text: String) throws -> [Method] {
    if text == "both UN methods" { return [.willPresent, .didReceive] }
    let name = text.hasPrefix("...") ? String(text.dropFirst(3)) : text
    return [try unwrap(Method(rawValue: name))]
  }

  private static func moments(_ text: String) throws -> Moments {
    guard text != "-" else { return [] }
    let letters = text.replacing(" (no banner)", with: "").split(separator: "+")
    let known: [Substring: Moments] = [
      "A": .arrival, "T": .tap, "F": .nextForeground, "A¹": [.arrival, .nextLaunchIfDeclined],
    ]
    return try letters.reduce(into: []) { $0.formUnion(try unwrap(known[$1], "\(text)")) }
  }
}

extension StringProtocol {
  fileprivate func trimming(_ character: Character) -> String {
    String(String(drop { $0 == character }.reversed()).drop { $0 == character }.reversed())
  }
}
