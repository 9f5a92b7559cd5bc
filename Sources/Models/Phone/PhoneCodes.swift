/// The streams of what is shown.
enum PhoneStream: UInt8, Streams {
  /// The index is 0.
  case settings = 72
  case presentation = 73
  case provisional = 142
  /// The index is the message.
  case exception = 74
  /// The index is the span or 0.
  case spellStart = 160
  case betweenSpells = 161
  case spell = 162
  /// The index is the minute in which quiet hours end.
  case firstAlarm = 163
}
