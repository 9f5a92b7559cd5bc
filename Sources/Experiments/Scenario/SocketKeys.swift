import DeliverySim
import Files
import Models

/// R11.2: `socket`.
final class SocketKeys: KeyGroup {
  let background = Key(
    "background", .time, .zero, "How long it stays open after the app is left.", "R11.2")
  let on = inner(
    "on",
    [
      "fire-and-forget", "gap-recovery", "gap-window", "extension-fetch", "retry-until-acked",
      "digest", "heartbeat", "silent-fetch", "voip-fetch", "foreground-sync",
    ], "The strategy that it extends.", "R11.2")
}

@Sendable func readSocket(_ section: Section<SocketKeys>) -> Strategy {
  let background = section.background
  return section.on.with(Socket(background: background))
}
