import DeliverySim

/// The times of a device's next messages, a block ahead.
struct ArrivalBlock: ~Copyable {
  static var size: Int { VariateBuffer.blockSize }

  /// The times. The time of the block's first message is in the second place: in the first one is
  /// the message before it.
  private let times: UnsafeMutablePointer<SimTime>
  /// The place of the message that was asked for last.
  private var place = size

  init() {
    times = .allocate(capacity: Self.size + 1)
    times.initialize(repeating: .never, count: Self.size + 1)
  }

  deinit { times.deallocate() }
}

extension ArrivalBlock {
  var isUsedUp: Bool { place == Self.size }

  /// The device's first message is the last one of a block, so that the others' blocks are those of
  /// their variates.
  mutating func start(at first: SimTime) {
    (place, times[Self.size]) = (Self.size, first)
  }

  /// The next message's time.
  ///
  /// - Precondition: The block is not used up.
  mutating func advance() -> SimTime {
    place &+= 1
    return times[place]
  }

  /// The memory for the times of the next block.
  ///
  /// - Precondition: The block is used up.
  mutating func startBlock() -> UnsafeMutablePointer<SimTime> {
    (place, times[0]) = (0, times[Self.size])
    return times + 1
  }

  /// The time of the message that was asked for last: the next one to be made.
  var next: SimTime { times[place] }

  // MARK: Straight stretches

  /// The times from that of the message before the last one that was asked for, and how many follow
  /// it.
  var rest: (times: UnsafePointer<SimTime>, followers: Int) {
    (UnsafePointer(times + (place &- 1)), Self.size &+ 1 &- place)
  }

  /// Moves on like after requests for more messages.
  mutating func skip(_ count: Int) { place &+= count }
}
