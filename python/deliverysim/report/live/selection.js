// What the reader has chosen. The address keeps it, so that a link shows the same.

const run = JSON.parse(document.getElementById('tables').textContent)
const selection = {}

function initial() {
  return {
    off: new Set(), // strategies, by number
    at: run.focus, // the design point of charts that show one
    along: run.axis ?? (run.factors.length ? 0 : null), // the factor on the horizontal axis
    metric: run.metrics.benefit,
    cost: run.metrics.cost,
    story: null, // [strategy, fate, stage, cause, repair]
  }
}

// Without what a link from elsewhere may have wrong.
function readAddress() {
  Object.assign(selection, initial())
  const address = new URLSearchParams(location.hash.slice(1))
  for (const name of (address.get('off') ?? '').split(' ')) {
    const place = run.strategies.findIndex((one) => one.name === name)
    if (place >= 0) selection.off.add(place)
  }
  const at = address.get('at')
  if (at !== null && run.points[Number(at)]) selection.at = Number(at)
  const along = run.factors.findIndex((one) => one.name === address.get('along'))
  if (along >= 0) selection.along = along
  for (const key of ['metric', 'cost']) {
    if (Object.hasOwn(run.metrics.all, address.get(key))) selection[key] = address.get(key)
  }
  const story = (address.get('story') ?? '').split(' ')
  if (story.length === 5) selection.story = story
}

function writeAddress() {
  const plain = initial()
  const address = new URLSearchParams()
  const off = [...selection.off].map((place) => run.strategies[place].name)
  if (off.length) address.set('off', off.join(' '))
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
