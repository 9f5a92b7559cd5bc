import ArgumentParser

/// `--format`: how a table is printed.
enum TableFormat: String, ExpressibleByArgument, CaseIterable {
  case text, csv, json, markdown
}
