import DeliverySim

// `keep-all`: everything is kept for ever, the ideal bound (model.md R3.10).

extension Device {
  mutating func keepForEver(_ push: Push, _ bus: inout Bus) {
    shelve(push, &bus)
  }
}
