// swift-tools-version: 6.2
import PackageDescription

// A package that uses deliverysim as a library: `make library` builds and runs it.
let package = Package(
  name: "library",
  dependencies: [.package(name: "deliverysim", path: "../..")],
  targets: [
    .executableTarget(
      name: "Embedded",
      dependencies: [
        .product(name: "DeliverySim", package: "deliverysim"),
        .product(name: "Models", package: "deliverysim"),
      ])
  ]
)
