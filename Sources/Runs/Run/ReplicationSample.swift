package import Scenarios
import Synchronization
package import Vocabulary

/// The replications of one strategy, in their order.
///
/// A reference, so that what takes long to make of them is made once, for all metrics and tables.
package final class ReplicationSample: Sendable {
  /// They are in the order of the replications.
  package let records: [ReplicationRecord]
  /// They are of this strategy in this scenario; nil: no controls move their estimates.
  package let origin: (strategy: Int, scenario: Scenario)?
  private let made = Mutex<[String: any Sendable]>([:])

  /// - Parameter origin: The strategy's place in the scenario.
  package init(
    _ records: [ReplicationRecord], of origin: (strategy: Int, scenario: Scenario)? = nil
  ) {
    (self.records, self.origin) = (records, origin)
  }
}

extension ReplicationSample {
  package var count: Int { records.count }

  /// It is the same object where `count` is the number of all replications.
  package func first(_ count: Int) -> ReplicationSample {
    count == records.count
      ? self : ReplicationSample(Array(records.prefix(count)), of: origin)
  }

  /// A value that is made once.
  ///
  /// - Parameters:
  ///   - name: The same for the same value, which has one type.
  ///   - make: Not called where the value has been made before.
  package func once<Value: Sendable>(_ name: String, _ make: () -> Value) -> Value {
    if let value = made.withLock({ $0[name] }) {
      guard let value = value as? Value else { preconditionFailure("\(name) has two types") }
      return value
    }
    let value = make()
    made.withLock { $0[name] = value }
    return value
  }
}
