// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

// Micro-benchmarks. A package of its own, so that its dependency never reaches the users of the
// simulator.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "deliverysim", path: ".."),
    // No traits: they replace malloc and the reference counts, and here only time is measured.
    .package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []),
  ],
  targets: [
    .target(
      name: "HoldModel",
      dependencies: [.product(name: "DeliverySim", package: "deliverysim")],
      path: "HoldModel",
      swiftSettings: settings),
    .executableTarget(
      name: "hold",
      dependencies: ["HoldModel", .product(name: "DeliverySim", package: "deliverysim")],
      path: "Hold",
      swiftSettings: settings),
    .executableTarget(
      name: "Kernel",
      dependencies: [
        "HoldModel",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "DeliverySim", package: "deliverysim"),
        .product(name: "Models", package: "deliverysim"),
      ],
      path: "Kernel",
      swiftSettings: settings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
  ],
  swiftLanguageModes: [.v6]
)
