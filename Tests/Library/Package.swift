// swift-tools-version: 6.2
import PackageDescription

// A package that uses deliverysim as a library: `make library` builds and runs it.
let package = Package(
  name: "library",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "deliverysim", path: "../..")],
  targets: [
    .executableTarget(
      name: "Embedded",
      dependencies: [
        .product(name: "DeliverySim", package: "deliverysim"),
        .product(name: "Models", package: "deliverysim"),
      ]),
    .executableTarget(
      name: "Outside",
      dependencies: [
        .product(name: "Experiments", package: "deliverysim"),
        .product(name: "Models", package: "deliverysim"),
      ]),
  ]
)
