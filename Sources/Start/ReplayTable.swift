import Files
import Fit
import Statistics

/// Plain pushes in the log, and in worlds that lack a part of what it knows.
struct ReplayTable {
  private let replay: PairReplay
  /// The share that fitted laws lose; nil: none were fitted.
  private let law: Double?
  private let receipts: ReceiptPairs?

  init(_ replay: PairReplay, law: Double?, receipts: ReceiptPairs?) {
    (self.replay, self.law, self.receipts) = (replay, law, receipts)
  }

  var lines: [String] {
    var table = TextTable(
      ["plain pushes", "overwritten", "sent in an absence", "mean wait"],
      [.left, .right, .right, .right])
    if let counts = receipts?.counts {
      let share = Double(counts.overwritten) / Double(max(1, counts.all))
      table.add(["in the log", HumanText.percent(share), "-", "-"])
    }
    add("with own absences", PairFigures(replay.pairs), &table)
    if replay.independent != nil {
      add("with those of others", replay.others, &table)
    }
    if let law { table.add(["by fitted laws", HumanText.percent(law), "-", "-"]) }
    return table.fittingLines + TextWrap.lines(notes, indent: 2)
  }

  private func add(_ name: String, _ figures: PairFigures, _ table: inout TextTable) {
    table.add([
      name, HumanText.percent(figures.overwrittenShare),
      HumanText.percent(figures.inAbsencesShare),
      figures.meanWait.map(HumanText.span) ?? "-",
    ])
  }

  private var notes: String {
    let factor = replay.dependence.map {
      " Dependence factor (own / others): \(HumanText.digits($0.mean, 3))."
    }
    return "wait: of messages that came late." + (factor ?? "")
  }
}
