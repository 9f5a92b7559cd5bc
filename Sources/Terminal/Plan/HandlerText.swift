import Files
package import Models

/// The handler matrix (model.md R4.5), for people and as CSV.
package struct HandlerText {
  /// Nil: the article's table, in which each method stands for an app that has no other.
  private let app: HandlerMatrix?

  package init(_ app: HandlerMatrix?) {
    self.app = app
  }

  /// The table, what its letters mean, and what else holds.
  package var lines: [String] {
    [title, ""] + table + silenced + [""] + Self.legend + rules + [""] + launches
  }

  /// A row for each method, state and payload; with an app, for its methods only.
  package var csvLines: [String] {
    var csv = CSVWriter(header: Self.columns)
    for method in methods {
      for state in HandlerMatrix.AppState.allCases {
        for payload in HandlerMatrix.Payload.allCases {
          append(method, state, payload, to: &csv)
        }
      }
    }
    return String(decoding: csv.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

extension HandlerText {
  private typealias Method = HandlerMatrix.Method
  private typealias AppState = HandlerMatrix.AppState
  private typealias Payload = HandlerMatrix.Payload
  private typealias Moments = HandlerMatrix.Moments

  private var methods: [Method] {
    Method.allCases.filter { app?.implemented.contains($0) ?? true }
  }

  /// The app whose cells a method's rows show.
  private func matrix(for method: Method) -> HandlerMatrix {
    app ?? HandlerMatrix(implementing: [method])
  }

  // MARK: CSV

  private static let columns = [
    "method", "state", "payload", "arrival", "tap", "next_foreground", "next_launch_if_declined",
    "system_alert",
  ]

  private func append(
    _ method: Method, _ state: AppState, _ payload: Payload, to csv: inout CSVWriter
  ) {
    let matrix = matrix(for: method)
    let calls = matrix.calls(method, state, payload)
    for name in [method.rawValue, state.rawValue, payload.rawValue] { csv.append(name) }
    for moment in [Moments.arrival, .tap, .nextForeground, .nextLaunchIfDeclined] {
      csv.append(calls.contains(moment) ? 1 : 0)
    }
    csv.append(matrix.drawsAlert(state, payload) ? 1 : 0)
    csv.endRow()
  }

  // MARK: The table

  private var title: String {
    app == nil
      ? "The methods that iOS calls, and when (each as if the app had no other method)"
      : "The methods that iOS calls, and when, for an app with these methods"
  }

  private var table: [String] {
    let states = AppState.allCases.map(\.rawValue)
    var table = TextTable(["method, payload"] + states, [.left] + states.map { _ in .left })
    for method in methods {
      table.add([method.rawValue] + states.map { _ in "" })
      for payload in Payload.allCases {
        table.add(["  \(payload)"] + AppState.allCases.map { cell(method, $0, payload) })
      }
    }
    return table.lines
  }

  private func cell(_ method: Method, _ state: AppState, _ payload: Payload) -> String {
    let matrix = matrix(for: method)
    let calls = matrix.calls(method, state, payload)
    let isUndrawn = payload.hasAlert && !matrix.drawsAlert(state, payload)
    return Self.letters(calls) + (isUndrawn && calls.contains(.arrival) ? " (no banner)" : "")
  }

  private static func letters(_ moments: Moments) -> String {
    var letters: [String] = []
    if moments.contains(.arrival) {
      letters.append(moments.contains(.nextLaunchIfDeclined) ? "A¹" : "A")
    }
    if moments.contains(.tap) { letters.append("T") }
    if moments.contains(.nextForeground) { letters.append("F") }
    return letters.isEmpty ? "-" : letters.joined(separator: "+")
  }

  private static let legend = [
    "A   when it arrives",
    "A¹  when it arrives or, if the system declines to launch the app, at the next",
    "    launch by the user",
    "T   when the user taps it; didReceive: any action of the user",
    "F   when the app next enters the foreground",
    "-   never",
    "",
    "Silent and mixed assume the remote-notifications capability.",
  ]

  // MARK: Further rules

  private var silenced: [String] {
    methods.filter { app?.isSilenced($0) ?? false }.map { "\($0) is silenced by the others." }
  }

  private var rules: [String] {
    let silencing = [
      "fetchCompletionHandler silences didReceiveRemoteNotification; so do willPresent",
      "and didReceive together. didReceive, where there is one, gets all taps.",
    ]
    return (app == nil ? silencing : []) + [
      "The system draws alerts; in the foreground only if willPresent says so."
    ]
  }

  /// The launches; without an app, those of one with all methods.
  private var launches: [String] {
    let matrix = app ?? HandlerMatrix(implementing: Set(Method.allCases))
    let states = AppState.allCases.filter { !$0.isRunning }
    let names = states.map(\.rawValue)
    var table = TextTable(["  payload"] + names, [.left] + names.map { _ in .left })
    for payload in Payload.allCases {
      table.add(["  \(payload)"] + states.map { Self.letters(matrix.launches($0, payload)) })
    }
    let whose = app == nil ? "an app with all four methods" : "this app"
    return [
      "When a notification launches \(whose)", "(the launch options carry the notification):",
    ] + table.lines
  }
}
