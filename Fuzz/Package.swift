// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func library(
  _ name: String, _ dependencies: some Sequence<Target.Dependency>, path: String? = nil,
  resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: Array(dependencies), path: path ?? "Sources/\(name)",
    exclude: ["DeliverySim", "Models"].contains(name) ? ["\(name).docc"] : [],
    resources: resources, swiftSettings: settings)
}

let engine: [Target.Dependency] = ["Models", "DeliverySim", "Statistics"]

/// The product's Package.swift has the whole way; readers that are fuzzed need this part.
let way = ["Files", "Vocabulary", "Scenarios", "Runs", "Answers", "Results", "Search"]

func below(_ name: String) -> [Target.Dependency] {
  way.prefix { $0 != name }.map { .byName(name: $0) } + engine
}

// The coverage-guided fuzzer. A package of its own, so that `make fuzz` can build every room with
// the sanitizers (`swift build --sanitize fuzzer --sanitize address`) and the product never is.
// `Sources` is a link to the product's: what is `package` there can be reached from here.
let package = Package(
  name: "Fuzz",
  dependencies: [.package(url: "https://github.com/jpsim/Yams", exact: "6.2.2")],
  targets: [
    .systemLibrary(
      name: "CGSL", path: "Sources/CGSL", pkgConfig: "gsl",
      providers: [.apt(["libgsl-dev"]), .brew(["gsl"])]),
    .systemLibrary(
      name: "CZlib", path: "Sources/CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    library("Statistics", ["CGSL"]),
    library("DeliverySim", ["CGSL", "CVariates"]),
    library("Models", ["DeliverySim"]),
    library("Files", ["CZlib", .product(name: "Yams", package: "Yams")]),
    library("Fit", ["Files"] + engine),
    .target(name: "CVariates", path: "Sources/CVariates"),
    .target(name: "CCommit", path: "Sources/CCommit"),
    library("Vocabulary", below("Vocabulary")),
    library("Scenarios", below("Scenarios"), resources: [.embedInCode("Presets")]),
    library("Runs", below("Runs") + ["CCommit"]),
    library("Answers", below("Answers")),
    library("Results", below("Results")),
    library("Search", below("Search")),
    library("FuzzTargets", below("") + ["Fit"], path: "Targets"),
    // libFuzzer brings `main`.
    .executableTarget(
      name: "fuzzer", dependencies: ["FuzzTargets"], path: "Fuzzer",
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]),
  ],
  swiftLanguageModes: [.v6]
)
