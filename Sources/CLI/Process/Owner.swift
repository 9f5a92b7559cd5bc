import Foundation

/// The program that has started this one for itself, such as the page of `explore`. When it is
/// gone, however it ended, this process ends too.
///
/// It keeps one end of a pipe and names the other one in the environment. The system closes its end
/// with it, even if it is killed, and then there is something to read here: the end of the file.
enum Owner {
  /// The descriptor of the pipe's end that belongs to this process.
  static let variable = "DELIVERYSIM_OWNER"

  /// Watches from now on, if there is an owner. A thread that is not granted is no reason to stop.
  static func watch() {
    guard let text = ProcessInfo.processInfo.environment[variable], let pipe = Int32(text),
      isPipe(pipe)
    else { return }
    _ = fcntl(pipe, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let place = UnsafeMutableRawPointer(bitPattern: Int(pipe))
    if pthread_create(&thread, nil, { Owner.wait(for: $0) }, place) == 0 {
      #if canImport(Darwin)
        if let thread { pthread_detach(thread) }
      #else
        pthread_detach(thread)
      #endif
    }
  }

  /// The variable may be left over in an environment where the number belongs to another file.
  private static func isPipe(_ file: Int32) -> Bool {
    var status = stat()
    return file > STDERR_FILENO && fstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Nothing is ever written into the pipe.
  private static func wait(for pipe: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    var byte: UInt8 = 0
    while true {
      let count = read(Int32(Int(bitPattern: pipe)), &byte, 1)
      if count == 0 { break }
      if count < 0, errno != EINTR { return nil }
    }
    // The run ends in good order, as if a user had ended it.
    kill(getpid(), SIGTERM)
    return nil
  }
}
