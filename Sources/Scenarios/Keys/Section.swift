import Files
import Models

/// A map of a scenario together with the keys that it may have. To get a property is to read the
/// key's value.
///
/// A key that is not declared cannot be read: it is no property.
@dynamicMemberLookup
struct Section<Keys> {
  let map: MapReader
  let keys: Keys
  let reading: Reading

  subscript<Value>(dynamicMember key: KeyPath<Keys, Key<Value>>) -> Value {
    keys[keyPath: key].read(map, reading)
  }
}

/// The context that readers of laws and data files need, and that all readings of a scenario share.
struct Reading {
  let inputs: InputFiles
  let parts: SharedParts
  /// The strategies whose code this program has.
  var foreign: [ForeignStrategy] = []
  /// The quantity of the law that is being read.
  var dimension = Dimension.time
}

extension Section {
  var sink: DiagnosticSink { map.source.sink }

  private func name<Value>(_ key: KeyPath<Keys, Key<Value>>) -> String {
    keys[keyPath: key].facts.name
  }

  /// The reader of a key's value, nil if the key is absent.
  func child<Value>(_ key: KeyPath<Keys, Key<Value>>) -> ValueReader? { map.child(name(key)) }

  /// Whether there is more than nothing.
  func says<Value>(_ key: KeyPath<Keys, Key<Value>>) -> Bool { map.hasValue(name(key)) }

  /// Makes a key known without reading it.
  func awaits<Value>(_ key: KeyPath<Keys, Key<Value>>) { map.expect([name(key)]) }

  func report<Value>(
    _ key: KeyPath<Keys, Key<Value>>, found: String? = nil, allowed: String,
    suggestion: String? = nil
  ) {
    map.report(name(key), found: found, allowed: allowed, suggestion: suggestion)
  }

  func reportMissing<Value>(_ key: KeyPath<Keys, Key<Value>>, allowed: String) {
    map.reportMissing(name(key), allowed: allowed)
  }
}
