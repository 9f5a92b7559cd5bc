import DeliverySim

// `mqtt`: a queue that is full at some length; then new pushes are dropped (model.md R3.10).

extension Device {
  // MARK: The queue

  mutating func enqueue(_ push: Push, _ bus: inout Bus) {
    if hasRoom(&bus) { count(push, &bus) } else { end(push, .queueFull, &bus) }
  }
}
