import Files
import Models

/// A strategy that scenarios can name: what the file of its feature says of it.
struct StrategyKind: Sendable {
  /// The distance of a strategy from the pushes: it may be laid over those that are nearer.
  enum Layer: Int, Comparable, Sendable {
    /// Provider and client do something about pushes.
    case pushes
    /// The app does something when it is opened.
    case opening
    /// Messages come to the app on a way of its own.
    case ownWay
    /// They come to the user on another way than the app's.
    case secondChannel
    /// The code is in another program, so that nothing is laid over it.
    case foreign
    /// The fleet goes from one strategy to another, whatever these are.
    case fleet

    static func < (left: Layer, right: Layer) -> Bool { left.rawValue < right.rawValue }
  }

  /// The strategies of the layer of pushes look at these facts of each other.
  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// Messages are shown as their pushes bring them, and nothing else tells the provider of them.
    static let showsPushes = Traits(rawValue: 1)
    /// The extension asks for what is missing, when any push has arrived.
    static let asks = Traits(rawValue: 2)
    /// The extension may tell the provider of each message that it has.
    static let mayAcknowledge = Traits(rawValue: 4)
  }

  /// A strategy needs what no device has.
  struct Flaw: Sendable {
    let found: String
    let allowed: String
  }

  let name: String
  let layer: Layer
  let traits: Traits
  /// Its declaration is made once all kinds are known, since its keys may name others.
  let declared: @Sendable () -> Key<Strategy>
  /// The needs of strategies of any kind on the devices, where this kind is a part of them.
  let flaws: @Sendable (_ strategy: Strategy, _ setups: [DeviceSetup]) -> [Flaw]
}

extension StrategyKind {
  init<Keys: KeyGroup>(
    _ name: String, _ keys: @autoclosure @escaping @Sendable () -> Keys, _ meaning: String,
    rule: String = "R8", layer: Layer = .pushes, traits: Traits = [],
    flaws: @escaping @Sendable (Strategy, [DeviceSetup]) -> [Flaw] = { _, _ in [] },
    _ build: @escaping @Sendable (Section<Keys>) -> Strategy
  ) {
    (self.name, self.layer, self.traits, self.flaws) = (name, layer, traits, flaws)
    declared = { Key(case: name, keys(), meaning, rule, build) }
  }
}

/// A strategy without parameters has these keys.
final class NoKeys: KeyGroup {}
