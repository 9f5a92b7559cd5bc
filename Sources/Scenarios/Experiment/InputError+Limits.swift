package import Files
package import Models
import Vocabulary

extension InputError {
  /// A run that hit a limit: its name, device and time, and where that was.
  package init(_ error: LimitExceeded, _ place: String) {
    let time = HumanText.moment(error.time)
    self.init(
      ExitCode.dataError,
      "limit exceeded: \(error.limit.rawValue), by device \(error.device) at \(time) (\(place))")
  }

  /// A defect of the simulator.
  package init(_ error: BooksError) {
    self.init(
      ExitCode.internalError,
      "the books of device \(error.device) don't balance: \(error.what). "
        + "This is a defect of deliverysim; please report it")
  }
}
