// The first screen: the two figures that matter, and where the gain is least and greatest.

// The strategy to choose at a design point, of those that are ticked and have a value there.
function leader(point) {
  const rows = run.metrics.all[run.metrics.benefit].rows[point]
  return run.choice.orders[point].find((one) => !selection.off.has(one) && rows[one]) ?? null
}

// Intervals share a value, or are missing.
function doMeet(one, other) {
  const isFar = (low, high) => low != null && high != null && low > high
  return one && other && !isFar(one[1], other[2]) && !isFar(other[1], one[2])
}

// Those as good as it, as best.csv says; else those that intervals do not tell apart: differences
// from the baseline share its noise, so the values' own intervals must meet, too.
function equalsOf(leading, point) {
  const metric = run.metrics.all[run.metrics.benefit]
  const others = chosen().filter((one) => one !== leading)
  if (run.choice.equals) return others.filter((one) => run.choice.equals[point].includes(one))
  const gaps = metric.differences[point], values = metric.rows[point]
  const gap = (one) => one === run.baseline ? [0, 0, 0] : gaps[one]
  return others.filter((one) => one !== run.baseline && doMeet(values[leading], values[one])
    && (run.baseline === null || doMeet(gap(leading), gap(one))))
}

// What costs it more or less than the baseline; without one, the page's cost.
function priceOf(leading, point) {
  const words = (key, one) => valueWords(run.metrics.all[key], run.metrics.all[key].rows[point][one][0])
  const has = (key, one) => run.metrics.all[key]?.rows[point][one]
  const base = run.baseline
  if (base === null || base === leading) return run.metrics.cost
  return run.choice.costs.find((key) => has(key, leading) && has(key, base)
    && words(key, leading) !== words(key, base)) ?? run.metrics.cost
}

function tile(head, value, detail) {
  return element('div', { class: 'tile' }, element('p', { class: 'small' }, head),
    element('p', { class: 'figure' }, value), element('p', { class: 'small' }, detail))
}

function equalWords(names) {
  if (!names.length) return ''
  const words = names.length > 3 ? `${names.length} others` : listed(names.map((one) => run.strategies[one].name))
  return `; ${run.choice.equals ? 'as good' : 'not told apart'}: ${words}`
}

function drawAnswer(place) {
  const at = selection.at, best = leader(at)
  place.replaceChildren()
  if (best === null) return
  const benefit = run.metrics.all[run.metrics.benefit]
  const name = run.strategies[best].name, base = run.strategies[run.baseline]?.name
  const row = benefit.rows[at][best], gap = benefit.differences[at][best]
  const than = gap ? `${differenceWords(benefit, gap[0])} (${differenceInterval(benefit, gap)}) against ${base}`
    : intervalPhrase(benefit, row)
  place.append(tile(`${capital(benefit.words)}, with ${name}`, valueWords(benefit, row[0]),
    than + equalWords(equalsOf(best, at))))
  const cost = run.metrics.all[priceOf(best, at)]
  const price = cost?.rows[at][best]
  if (!price) return
  const beside = cost.rows[at][run.baseline]
  place.append(tile(`${capital(cost.words)}, with ${name}`, valueWords(cost, price[0]),
    beside && best !== run.baseline ? `${base}: ${valueWords(cost, beside[0])}` : intervalPhrase(cost, price)))
}

// Where the strategy to choose gains least and most; without a baseline, where its value is so.
const ENDS = {
  gain: { more: ['Gains least', 'Gains most'], less: ['Saves least', 'Saves most'] },
  value: { more: ['Is lowest', 'Is highest'], less: ['Is highest', 'Is lowest'] },
}

function drawExtremes(place) {
  place.replaceChildren()
  const benefit = run.metrics.all[run.metrics.benefit]
  const numbers = run.points.map((_, point) => point)
    .filter((point) => leader(point) !== null)
  if (numbers.length < 2) return
  const isGain = numbers.every((point) => benefit.differences[point][leader(point)])
  const table = isGain ? benefit.differences : benefit.rows
  const value = (point) => table[point][leader(point)][0] * (benefit.isMoreBetter ? 1 : -1)
  const sorted = numbers.sort((a, b) => value(a) - value(b))
  const words = ENDS[isGain ? 'gain' : 'value'][benefit.isMoreBetter ? 'more' : 'less']
  const item = (word, point) => element('li', {}, `${word}, at ${pointWords(point)}: `,
    ...told(benefit, leader(point), point), ' ',
    selection.at === point ? element('em', {}, '(shown)') : button('Show', () => choose({ at: point })))
  place.append(element('ul', {}, item(words[0], sorted[0]), item(words[1], sorted.at(-1))))
}

function button(text, act) {
  const made = element('button', { type: 'button' }, text)
  made.addEventListener('click', act)
  return made
}
