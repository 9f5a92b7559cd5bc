public import DeliverySim

/// A random number is for something, which has a stream of its own. The code is part of the stream
/// layout (docs/explanation/determinism.md), so a new one is added, and none is ever changed. Each
/// feature has an enum of its streams; the manifest lists them (`Features.swift`).
protocol StreamCode: Sendable {
  var code: UInt8 { get }
}

extension StreamCode where Self: RawRepresentable<UInt8> {
  var code: UInt8 { rawValue }
}

/// All streams of a feature.
typealias Streams = StreamCode & CaseIterable

/// A stream of any feature.
struct StreamID: StreamCode {
  let code: UInt8

  init(_ stream: some StreamCode) { code = stream.code }
}

/// The streams of experiments, outside of the simulation.
enum ExperimentStream: UInt8, Streams {
  /// The index is the resample; after the run.
  case bootstrap = 128
  /// The index is the vector; before the run, device 0.
  case inputs = 129
  /// The index is the point, 0 or the trajectory; before the run, the device is the factor or the
  /// dimension.
  case stratum = 130
  case digitalShift = 131
  case trajectory = 132
}

extension RandomSource {
  func stream(_ id: some StreamCode, device: Int) -> RandomStream {
    stream(purpose: id.code, device: device)
  }
}

extension RandomSource {
  /// The numbers of the bootstrap, which belong to the layout although nothing is simulated with
  /// them.
  ///
  /// - Parameter chunk: The number of the part of a resample: parts have streams of their own, so
  ///   that no variate runs out of numbers.
  public func bootstrapStream(chunk: Int) -> RandomStream {
    stream(ExperimentStream.bootstrap, device: chunk)
  }

  /// The numbers of vectors of inputs, one index for each.
  public var inputStream: RandomStream { stream(ExperimentStream.inputs, device: 0) }

  /// The numbers of a Latin hypercube, one index for each point.
  public func stratumStream(factor: Int) -> RandomStream {
    stream(ExperimentStream.stratum, device: factor)
  }

  /// The number that shifts a dimension of Sobol's points.
  public func digitalShiftStream(dimension: Int) -> RandomStream {
    stream(ExperimentStream.digitalShift, device: dimension)
  }

  /// The numbers of trajectories, one index for each.
  public func trajectoryStream(factor: Int) -> RandomStream {
    stream(ExperimentStream.trajectory, device: factor)
  }
}
