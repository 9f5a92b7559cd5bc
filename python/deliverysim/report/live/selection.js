// The reader has chosen this. The address keeps it, so that a link shows the same.

const run = JSON.parse(document.getElementById('tables').textContent)
const selection = {}

// Where there are more strategies than these, few are shown at first: the baseline, those to choose at some
// design point, and the next ones at the one that is shown.
const MANY = 8, FEW = 6

function initial() {
  return {
    off: offAtFirst(), // strategies, by number
    at: run.focus, // the design point of charts that show one
    along: run.axis ?? (run.factors.length ? 0 : null), // the factor on the horizontal axis
    metric: run.metrics.benefit,
    cost: run.metrics.cost,
    story: null, // [name of the strategy, fate, stage, cause, repair]
  }
}

function offAtFirst() {
  const all = run.strategies.map((_, place) => place)
  if (all.length <= MANY) return new Set()
  const winners = run.choice.orders.map((order) => order[0])
  const pinned = new Set([run.baseline, ...winners].filter((one) => one != null))
  const order = [...new Set([...pinned, ...run.choice.orders[run.focus], ...all])]
  // Marks and colours repeat: then those that look different.
  const marks = order.map((one) => run.strategies[one].marker)
  const isNew = (one, place) => pinned.has(one) || marks.indexOf(marks[place]) === place
  const [fresh, alike] = [order.filter(isNew), order.filter((one, place) => !isNew(one, place))]
  return new Set([...fresh, ...alike].slice(Math.max(FEW, pinned.size)))
}

function isSame(one, two) {
  return one.size === two.size && [...one].every((place) => two.has(place))
}

// A row of the table of fates.
function isEnding(row, [strategy, fate, stage, cause, repair]) {
  return run.strategies[row[1]].name === strategy && row[2] === fate
    && row[6] === stage && row[7] === cause && row[8] === repair
}

// Without what a link from elsewhere may have wrong.
function readAddress() {
  Object.assign(selection, initial())
  const address = new URLSearchParams(location.hash.slice(1))
  if (address.has('off')) {
    const names = address.get('off').split(' ')
    selection.off = new Set(run.strategies.map((one, place) => names.includes(one.name) ? place : -1)
      .filter((place) => place >= 0))
  }
  const at = address.get('at') ?? ''
  if (/^[0-9]+$/.test(at) && run.points[Number(at)]) selection.at = Number(at)
  const along = run.factors.findIndex((one) => one.name === address.get('along'))
  if (along >= 0) selection.along = along
  for (const key of ['metric', 'cost']) {
    if (Object.hasOwn(run.metrics.all, address.get(key))) selection[key] = address.get(key)
  }
  const story = (address.get('story') ?? '').split(' ')
  if (run.fates.some((row) => isEnding(row, story))) selection.story = story
}

function writeAddress() {
  const plain = initial()
  const address = new URLSearchParams()
  const off = [...selection.off].map((place) => run.strategies[place].name)
  if (!isSame(selection.off, plain.off)) address.set('off', off.join(' '))
  if (selection.at !== plain.at) address.set('at', selection.at)
  if (selection.along !== plain.along) address.set('along', run.factors[selection.along].name)
  for (const key of ['metric', 'cost']) {
    if (selection[key] !== plain[key]) address.set(key, selection[key])
  }
  if (selection.story) address.set('story', selection.story.join(' '))
  const text = address.toString()
  history.replaceState(null, '', text ? `#${text}` : location.pathname + location.search)
}

function chosen() {
  return run.strategies.map((_, place) => place).filter((place) => !selection.off.has(place))
}

// The design point with this value of a factor that else differs least from the one shown.
function pointWith(factor, value) {
  const here = run.points[selection.at]
  let best = selection.at, fewest = Infinity
  run.points.forEach((values, number) => {
    if (values[factor] !== value) return
    const others = values.filter((one, place) => place !== factor && one !== here[place]).length
    if (others < fewest) [best, fewest] = [number, others]
  })
  return best
}

// Design points that differ from the one shown in a factor alone; of a sample all.
function pointsAlong(factor) {
  const here = run.points[selection.at]
  const numbers = run.points.map((_, number) => number)
  if (factor === null) return [selection.at]
  const kept = run.isSample
    ? numbers
    : numbers.filter((number) =>
      run.points[number].every((value, place) => place === factor || value === here[place]))
  return kept.sort((one, two) => run.points[one][factor] - run.points[two][factor])
}

function pointWords(number, but = null) {
  return run.factors
    .map((factor, place) => [factor, place])
    .filter(([, place]) => place !== but)
    .map(([factor, place]) => `${factor.label}: ${factor.words[run.points[number][place]]}`)
    .join(', ')
}
