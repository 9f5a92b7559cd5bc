// The strategies at the design point shown, in numbers.

function small(text) {
  return element('span', { class: 'range' }, text)
}

function tableColumns(names) {
  const at = selection.at
  const asked = [...new Set([selection.metric, run.metrics.benefit, ...run.metrics.columns, selection.cost])]
  const columns = []
  for (const key of asked) {
    const metric = run.metrics.all[key]
    if (!metric || !names.some((one) => metric.rows[at][one])) continue
    columns.push([capital(metric.words), names.map((one) => {
      const row = metric.rows[at][one]
      return row ? [valueWords(metric, ...row), small(intervalWords(metric, row))] : [NOTHING]
    })])
    const gaps = names.map((one) => metric.differences[at][one])
    if (key !== selection.metric || !gaps.some((gap) => gap)) continue
    columns.push([`Difference from ${run.strategies[run.baseline].name}`, gaps.map((gap, place) =>
      gap ? [differenceWords(metric, ...gap), small(differenceInterval(metric, gap))]
        : [names[place] === run.baseline ? 'baseline' : NOTHING])])
  }
  return columns
}

function drawTable(figure) {
  const names = chosen()
  if (!names.length) return nothing(figure)
  const columns = tableColumns(names)
  const heads = ['Strategy', ...columns.map(([head]) => head)]
  const place = run.points.length > 1 ? ` at ${pointWords(selection.at)}` : ''
  // No caption of the table, which would scroll with it.
  const about = element('p', { class: 'small', id: 'table-words' },
    `All strategies${place}. ${run.smallPrint}`)
  const table = element('table', { 'aria-labelledby': 'table-words' },
    element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
    element('tbody', {}, ...names.map((one, row) => element('tr', {},
      element('th', { scope: 'row' }, swatch(one), ` ${run.strategies[one].name}`),
      ...columns.map(([, cells]) => element('td', {}, ...cells[row]))))))
  figure.replaceChildren(about, element('div', { class: 'wide', tabindex: 0, role: 'region',
    'aria-label': 'Table of all strategies' }, table))
}

// The same stands beneath the table of the page without a script.
function tableCaption() {
  const gaps = run.metrics.all[selection.metric].differences[selection.at]
  return run.hasControls && chosen().some((one) => gaps[one])
    ? 'Each difference has controls of its own, so it may not be the difference of the two values.' : ''
}
