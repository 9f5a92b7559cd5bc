// The first screen: the two figures that matter, and where the gain is least and greatest.

// The strategy that is best at a design point by the metric that is asked first.
function leader(point, metric = run.metrics.all[run.metrics.benefit]) {
  const names = chosen().filter((one) => metric.rows[point][one])
  return names.reduce((best, one) =>
    best === null || metric.rows[point][one][0] > metric.rows[point][best][0] ? one : best, null)
}

function tile(head, value, detail) {
  return element('div', { class: 'tile' }, element('p', { class: 'small' }, head),
    element('p', { class: 'figure' }, value), element('p', { class: 'small' }, detail))
}

function drawAnswer(place) {
  const benefit = run.metrics.all[run.metrics.benefit], cost = run.metrics.all[run.metrics.cost]
  const best = leader(selection.at)
  place.replaceChildren()
  if (best === null) return
  const name = run.strategies[best].name
  const row = benefit.rows[selection.at][best], gap = benefit.differences[selection.at][best]
  const than = gap ? `${differenceWords(benefit, gap[0])} (${differenceInterval(benefit, gap)}) against `
    + run.strategies[run.baseline].name : `interval ${intervalWords(benefit, row)}`
  place.append(tile(`${capital(benefit.words)}, with ${name}`, valueWords(benefit, row[0]), than))
  const price = cost?.rows[selection.at][best]
  if (price) {
    const base = cost.rows[selection.at][run.baseline]
    const beside = base && best !== run.baseline
      ? `${run.strategies[run.baseline].name}: ${valueWords(cost, base[0])}`
      : `interval ${intervalWords(cost, price)}`
    place.append(tile(`${capital(cost.words)}, with ${name}`, valueWords(cost, price[0]), beside))
  }
}

// Worst beside best: where the strategy that gains most on average gains least and most.
function drawExtremes(place) {
  place.replaceChildren()
  const benefit = run.metrics.all[run.metrics.benefit]
  if (run.points.length < 2) return
  const numbers = run.points.map((_, point) => point)
  const gapOf = (point, one) => benefit.differences[point][one]?.[0]
  const rivals = chosen().filter((one) => numbers.every((point) => gapOf(point, one) !== undefined))
  const mean = (one) => numbers.reduce((sum, point) => sum + gapOf(point, one), 0)
  const one = rivals.reduce((best, rival) => best === null || mean(rival) > mean(best) ? rival : best, null)
  const value = one === null
    ? (point) => benefit.rows[point][leader(point) ?? -1]?.[0] ?? 0
    : (point) => gapOf(point, one)
  const sorted = [...numbers].sort((a, b) => value(a) - value(b))
  const who = one ?? leader(selection.at)
  if (who === null) return
  const item = (word, point) => element('li', {}, `${word}, at ${pointWords(point)}: `,
    ...told(benefit, who, point), ' ',
    selection.at === point ? element('em', {}, '(shown)') : button('Show', () => choose({ at: point })))
  place.append(element('ul', {}, item('Worst', sorted[0]), item('Best', sorted.at(-1))))
}

function button(text, act) {
  const made = element('button', { type: 'button' }, text)
  made.addEventListener('click', act)
  return made
}
