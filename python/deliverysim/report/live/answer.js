// The first screen: the two figures that matter, and where the gain is least and greatest.

// The strategy to choose at a design point, of those that are ticked and have a value there.
function leader(point) {
  const rows = run.metrics.all[run.metrics.benefit].rows[point]
  return run.choice.orders[point].find((one) => !selection.off.has(one) && rows[one]) ?? null
}

// Those that the run calls as good as the first, or does not tell apart from it. It says nothing of
// another one that comes first because the first is not ticked.
function equalsOf(leading, point) {
  const isFirst = run.choice.orders[point][0] === leading
  return isFirst ? chosen().filter((one) => run.choice.equals[point].includes(one)) : []
}

function tile(head, value, detail) {
  return element('div', { class: 'tile' }, element('p', { class: 'small' }, head),
    element('p', { class: 'figure' }, value), element('p', { class: 'small' }, detail))
}

function equalWords(names, point) {
  if (!names.length) return ''
  const words = names.length > 3 ? `${names.length} others` : listed(names.map((one) => run.strategies[one].name))
  return `; ${run.choice.isDecided[point] ? 'as good' : 'not told apart'}: ${words}`
}

function drawAnswer(place) {
  const at = selection.at, best = leader(at)
  place.replaceChildren()
  if (best === null) return
  const benefit = run.metrics.all[run.metrics.benefit]
  const name = run.strategies[best].name, base = run.strategies[run.baseline]?.name
  const row = benefit.rows[at][best], gap = benefit.differences[at][best]
  const than = gap ? `${differenceWords(benefit, ...gap)} (${differenceInterval(benefit, gap)}) against ${base}`
    : intervalPhrase(benefit, row)
  place.append(tile(`${capital(benefit.words)}, with ${name}`, valueWords(benefit, ...row),
    than + equalWords(equalsOf(best, at), at)))
  const cost = run.metrics.all[run.choice.costs[at]]
  const price = cost?.rows[at][best]
  if (!price) return
  const beside = cost.rows[at][run.baseline]
  place.append(tile(`${capital(cost.words)}, with ${name}`, valueWords(cost, ...price),
    beside && best !== run.baseline ? `${base}: ${valueWords(cost, ...beside)}` : intervalPhrase(cost, price)))
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
