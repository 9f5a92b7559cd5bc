import Files
package import Scenarios

/// Keys that a scenario sets in vain, as text of 80 columns.
package struct UnusedText {
  private let unused: UnusedKeys

  package init(_ experiment: Experiment) { unused = UnusedKeys(experiment) }

  /// Empty if all keys are used.
  package var lines: [String] {
    let ofServices = unused.ofServices
    return TextWrap.list("keys that nothing uses:", ofServices.unused + unused.lines)
      + TextWrap.list(
        "keys that some push services here ignore or change:", ofServices.partlyUsed)
  }
}
