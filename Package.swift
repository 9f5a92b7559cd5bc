// swift-tools-version: 6.2
import PackageDescription

// Every target is compiled the same way: Swift 6, explicit existentials, imports that stay
// internal, and no warning survives. The target graph below is the architecture: `make check`
// refuses an import that is not an arrow here.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// Less than half the work of compiling: no optimization, no debug information, and the module's
// file from the same pass.
let quick: [SwiftSetting] = [
  .unsafeFlags(["-Onone", "-no-emit-module-separately-wmo"]),
  .unsafeFlags(["-Xfrontend", "-gnone"], .when(configuration: .release)),
]

func library(
  _ name: String, _ dependencies: some Sequence<Target.Dependency>, resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: Array(dependencies), resources: resources, swiftSettings: settings)
}

/// Tests that compute little themselves are not optimized; the libraries that they test are.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil,
  exclude: [String] = [], isOptimized: Bool = false
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], path: path, exclude: exclude,
    swiftSettings: settings + (isOptimized ? [] : quick))
}

/// The features with mutants, which are no Swift.
let mutated = [
  "Android", "App", "Connectivity", "Controls", "Digest", "Engine", "Escalation", "Extension",
  "ExtensionFetch", "FastWay", "Gaps", "Heartbeat", "Phone", "Poll", "Provider", "PushService",
  "Randomness", "Reactions", "Retry", "Socket", "Strategies", "Subscriptions", "Telemetry",
  "Tokens", "User", "Workload", "World",
]

/// What only `make nightly` compiles, because none but a part of it runs these tests.
let nightly: [Target] =
  Context.environment["DELIVERYSIM_NIGHTLY"] != "1"
  ? []
  : [
    tests("CoverageTests", ["Statistics", "DeliverySim"], isOptimized: true)
  ]

/// These simulate and compute.
let engine: [Target.Dependency] = ["Models", "DeliverySim", "Statistics"]

/// The modules along the way of the data, from the words to the screen.
let way = [
  "Files", "Vocabulary", "Scenarios", "Runs", "Answers", "Results", "Stories", "Search", "Terminal",
]

/// A module of the way may import those before it, and the engine.
func below(_ name: String) -> [Target.Dependency] {
  way.prefix { $0 != name }.map { .byName(name: $0) } + engine
}

/// The whole way.
let all = below("")

let package = Package(
  name: "deliverysim",
  // Of the standard library's Synchronization.
  platforms: [.macOS(.v15)],

  // MARK: - Products
  products: [
    .executable(name: "deliverysim", targets: ["CLI"]),
    .library(name: "DeliverySim", targets: ["DeliverySim"]),
    .library(name: "Models", targets: ["Models"]),
    .library(name: "Experiments", targets: ["Experiments"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [

    // MARK: - Libraries
    .systemLibrary(
      name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"]), .brew(["gsl"])]),
    // The headers come with the Swift toolchain's own requirements.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    // Only `make` keeps commit.c up to date: a plain `swift build` says that it is unknown.
    .target(
      name: "CCommit", exclude: Context.environment["MAKELEVEL"] == nil ? ["commit.c"] : []),
    .target(name: "CVariates"),
    library("Statistics", ["CGSL"]),
    library("Oracles", ["Statistics"]),
    library("DeliverySim", ["CGSL", "CVariates"]),
    library("Models", ["DeliverySim"]),
    library("Files", ["CZlib", .product(name: "Yams", package: "Yams")]),
    library("Fit", ["Files"] + engine),

    // MARK: - The way of the data
    library("Vocabulary", below("Vocabulary")),
    library("Scenarios", below("Scenarios"), resources: [.embedInCode("Presets")]),
    library("Runs", below("Runs") + ["CCommit"]),
    library("Answers", below("Answers")),
    library("Results", below("Results")),
    // Stories tell what was simulated: they know no estimates.
    library("Stories", below("Answers"), resources: [.embedInCode("Page/Script")]),
    library("Search", below("Stories")),
    library("Terminal", below("Terminal")),
    library("Start", ["Fit"] + all),
    library("Experiments", all),

    // MARK: - Tools and tests
    .executableTarget(
      name: "CLI",
      dependencies: [
        "Fit", "Start",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ] + all,
      swiftSettings: settings),
    .target(
      name: "TestSupport", dependencies: all + ["Fit"], path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("StatisticsTests", ["Statistics"]),
    tests(
      "DeliverySimTests", ["DeliverySim", "Statistics", "CGSL", "CVariates"], isOptimized: true),
    tests(
      "FeatureTests", ["Models", "DeliverySim"], path: "Tests/Features",
      exclude: mutated.map { "\($0)/mutants.py" }),
    tests("PropertyTests", all),
    tests("OracleTests", all + ["Oracles", "Fit", "Start"]),
    tests("GoldenTests", all + ["Fit"], exclude: ["Golden"]),
    tests("DeterminismTests", all),
    tests("EndToEndTests", all + ["Experiments"]),
    tests("TidyTests", ["Files", "Models"], isOptimized: true),
  ] + nightly,
  swiftLanguageModes: [.v6]
)
