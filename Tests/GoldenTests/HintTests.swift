import Files
import Scenarios
import TestSupport
import Testing

/// Slips that people make with quantities are told with what they probably meant.
@Suite struct HintTests {
  private func refusal(_ setting: String) -> String {
    words { _ = try ScenarioText.read("", setting) }
  }

  @Test(arguments: [
    ("duration=30", "30s"), ("duration=30 minutes", "30m"), ("duration='6,5h'", "6.5h"),
    ("duration=2 weeks", "2w"), ("duration=1 Day", "1d"), ("duration='1,5 hours'", "1.5h"),
    ("workload.arrivals.poisson.rate=40", "40/d"),
    ("workload.arrivals.poisson.rate=40 per day", "40/d"),
    ("provider.link.loss='0,5%'", "0.5%"), ("provider.link.loss=5 percent", "5%"),
    ("provider.link.loss=50", "50%"),
  ])
  func quantities(setting: String, meant: String) {
    expect(refusal(setting), contains: "did you mean \"\(meant)\"?")
  }

  @Test func commasBetweenBraces() {
    expect(
      refusal("network.offline={weibull: {scale: 6,5h, shape: 0.6}}"),
      contains: "unknown key; did you mean \"scale: 6.5h\"?")
    expect(refusal("provider.link={loss: 0,5%}"), contains: "did you mean \"loss: 0.5%\"?")
  }

  @Test(arguments: [
    "duration=soon", "provider.link.loss=x,y", "duration='1,2,3h'", "duration='1,000h'",
  ])
  func whatIsNoSlipGetsNoHint(setting: String) {
    let told = refusal(setting)
    expect(told.contains("found") && !told.contains("did you mean"), "\(told)")
  }

  @Test("A time of the day is hours and minutes or a duration, wherever one stands")
  func timesOfTheDay() throws {
    let places = [
      "device.off_at_night={from: %, to: 7h}", "user.asleep=[{from: %, to: 7:00}]",
      "device.presentation={quiet: [{from: %, to: 7h}]}", "device.presentation={summary_at: [%]}",
      "provider.send_window=[{from: %, to: 7h}]",
    ]
    for place in places {
      let resolved = try ["23:00", "23h"].map {
        try ScenarioText.read("", place.replacing("%", with: $0)).resolved
      }
      expect(resolved[0] == resolved[1], "\(place)")
      expect(refusal(place.replacing("%", with: "24:30")), contains: "a time of the day")
    }
  }

  /// Texts that libyaml cannot read, and what is said of them.
  @Test(arguments: [
    ("a: b: c", "a colon where none can stand"), ("a: 1\n  b: 2", "a colon where none can stand"),
    ("a: \"x", "a quotation mark that is never closed"),
    ("a: 'x", "a quotation mark that is never"),
    ("a: [1, 2\nb: 3", "a list in brackets lacks a comma"), ("a: {b: 1\nc: 2", "a map in braces"),
    ("a:\n\tb: 1", "a tab; indent with spaces"), ("a: @b", "no value begins with this character"),
    ("a: `b`", "no value begins with this character"), ("a: - b", "an entry of a list where none"),
    ("a: 1\nb\nc: 2", "a key without its colon"), ("- a\nb: 1", "no entry of this list"),
    ("a: 1\n---\nb: 2", "a second document"), ("a: \"\\q\"", "no such escape"),
    ("a: *", "no name behind *"), ("a: &", "no name behind &"), ("a: !x!y b", "tags (!) are not"),
    ("a: *x", "no anchor of this name"), ("a: \"\\x1\"", "an escape lacks its digits"),
    ("a: \"x\" y", "no key of this map: indent the keys of a map alike, and put nothing"),
    ("a: [}", "a value is missing here"), ("a: | x\n  y", "more on a line that ends with | or >"),
  ])
  func brokenYAML(text: String, said: String) {
    let told = words { _ = try ConfigNode.parse(yaml: text, file: "s.yml") }
    expect(told.hasPrefix("s.yml:"), "\(told)")
    expect(told, contains: "not valid YAML: \(said)")
    expect(!told.contains("while ") && !told.contains("did not find"), "\(told)")
  }
}
