package import Files
package import Models

extension HandlerMatrix {
  /// An app that implements methods by their names, several in one text separated by commas.
  ///
  /// - Throws: `InputError` (64) for a name that no method has.
  package init(named texts: [String], option: String) throws(InputError) {
    let names = Method.allCases.map(\.rawValue)
    var methods: Set<Method> = []
    for text in texts {
      for name in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let method = Method(rawValue: String(name)) else {
          throw .unknownName(option, Diagnostic.excerpt(name), among: names, kind: "method")
        }
        methods.insert(method)
      }
    }
    self.init(implementing: methods)
  }
}
