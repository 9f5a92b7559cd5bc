import DeliverySim

// `wns-toast`: toasts are never kept for a device that is away (model.md R3.10).

extension Device {
  mutating func refuse(_ push: Push, _ bus: inout Bus) {
    end(push, .notStored, &bus)
  }
}
