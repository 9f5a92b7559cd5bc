/// Texts are written into XML and HTML.
package enum Markup {
  /// Text that may stand in an element or an attribute; what XML cannot hold becomes `?`.
  package static func encoded(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      case _ where TextCheck.isPrintable(scalar): result.unicodeScalars.append(scalar)
      default: result += "?"
      }
    }
    return result
  }
}
