public import DeliverySim

/// The rules of an app's extension for pushes, written outside of this package: the memory of one
/// device, which can be read at all times. Positions in the provider's queue are counted from 1.
///
/// Repeats may arrive before the answer is heard, where nothing takes time. For one push a client
/// may ask 1,000 times.
public protocol ClientRule {
  /// A push has arrived. The extension shows it, at once or when the provider has answered.
  ///
  /// - Parameter push: The push as the client sees it.
  /// - Returns: The positions to ask the provider for; empty: none. Each has been given to a
  ///   message: 1 to the push's own at most.
  mutating func receive(_ push: ArrivedPush) -> [Int]

  /// The provider has answered, or cannot be reached any more.
  ///
  /// Only the client that has asked hears it: not one of another version of the app, or of
  /// another installation. Nobody hears what comes after the extension's time limit (R5.6).
  ///
  /// - Parameters:
  ///   - answer: ``ResendAnswer/failed`` too if the network has gone.
  ///   - positions: The positions that were asked for, ascending.
  /// - Returns: The positions to ask for next, such as the next page; empty: none. After a failure
  ///   for want of a network, nobody asks before the next push.
  mutating func hear(_ answer: ResendAnswer, to positions: [Int]) -> [Int]
}

extension ClientRule {
  /// Asks for nothing more.
  ///
  /// - Parameters:
  ///   - answer: Is not looked at.
  ///   - positions: Neither.
  public mutating func hear(_ answer: ResendAnswer, to positions: [Int]) -> [Int] { [] }
}

/// The rules of a provider for requests, written outside of this package: its memory of one device.
public protocol ProviderRule {
  /// A request has come.
  ///
  /// - Parameter positions: The positions that were asked for and are still kept, ascending; not
  ///   empty.
  /// - Returns: Those of them that are sent again, in this order, each once.
  mutating func answer(_ positions: [Int]) -> [Int]
}

/// A push that a client sees.
public struct ArrivedPush: Sendable {
  /// A message, or a heartbeat.
  public let content: PushContent
  /// The message's position; of a heartbeat the last one that was given before it was sent.
  public let position: Int
  /// The first position that it brings: earlier than its own where it carries earlier messages too;
  /// of a heartbeat ``position``, although it brings nothing.
  public let firstPosition: Int
  /// Not the first copy of its message.
  public let isRepeat: Bool
  /// It has arrived then.
  public let time: SimTime

  /// - Parameters: as the properties.
  public init(
    content: PushContent = .message, position: Int, firstPosition: Int? = nil,
    isRepeat: Bool = false, time: SimTime = .zero
  ) {
    (self.content, self.position, self.isRepeat, self.time) = (content, position, isRepeat, time)
    self.firstPosition = firstPosition ?? position
  }
}

/// A client rule and a provider rule from outside of this package, to be compared with the built-in
/// strategies: `Strategy.foreign(_:)`.
///
/// Rules must be deterministic: what they do depends on what they are told, and on nothing else. A
/// strategy is known by its name: another parameter, another name.
public struct ForeignStrategy: Sendable, Equatable {
  /// It names the strategy with its parameters: equal names mean equal strategies.
  public let name: String
  /// Pushes carry a collapse id, so that a repeat of something shown replaces it.
  public let collapse: Bool
  /// The memory of a new device.
  let makeClient: @Sendable () -> any ClientRule
  let makeProvider: @Sendable () -> any ProviderRule

  /// - Parameters:
  ///   - name: The name of the strategy with its parameters.
  ///   - collapse: The value of ``collapse``.
  ///   - client: Makes the memory of a new device.
  ///   - provider: The same; by default everything is sent again that was asked for.
  public init(
    name: String, collapse: Bool = true, client: @escaping @Sendable () -> any ClientRule,
    provider: @escaping @Sendable () -> any ProviderRule = { SendsAll() }
  ) {
    (self.name, self.collapse, makeClient, makeProvider) = (name, collapse, client, provider)
  }

  /// Strategies are equal by their names.
  public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}

/// Sends everything again that was asked for and is still kept.
public struct SendsAll: ProviderRule {
  public init() {}

  /// Sends all again.
  ///
  /// - Parameter positions: The positions that were asked for and are kept.
  /// - Returns: All of them.
  public mutating func answer(_ positions: [Int]) -> [Int] { positions }
}
