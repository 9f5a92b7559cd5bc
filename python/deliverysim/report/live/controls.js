// The saving by controls: how many times as many replications would be needed without them.

const ROW = 30 // [px]

function savedWords(value) {
  return value === null ? 'no controls' : `${number(value)}${GAP}times`
}

function drawSavings(figure) {
  const saved = run.metrics.all[selection.metric].savings[selection.at], names = chosen()
  if (!names.some((one) => saved[one] !== null)) return nothing(figure, 'No estimate here has controls.')
  const longest = Math.max(...names.map((one) => widthOf(run.strategies[one].name)))
  const left = Math.min(Math.max(280, figure.clientWidth) * 0.4, 24 + longest)
  const chart = canvas(figure, names.length * ROW + 60, left, 104)
  const { picture, inner } = chart
  const values = names.map((one) => saved[one]).filter((value) => value !== null)
  const low = Math.min(1, ...values) / 1.15, high = Math.max(10, ...values) * 1.15
  const x = logarithmic(low, high, inner.left, inner.right)
  const powers = Array.from({ length: magnitude(high) + 1 }, (_, power) => 10 ** power)
  for (const tick of powers) {
    picture.append(shape('line', { x1: x(tick), x2: x(tick), y1: inner.top, y2: inner.bottom, class: 'grid' }))
  }
  horizontalAxis(chart, powers.map((tick) => [x(tick), number(tick)]), 'times as many replications without controls')
  names.forEach((one, place) => drawSaving(chart, one, saved[one], x, inner.top + place * ROW, left))
  joinSpots(picture)
  figure.replaceChildren(picture)
}

function drawSaving({ picture, inner }, one, value, x, y, left) {
  const [from, to] = [x(1), x(value ?? 1)].sort((a, b) => a - b)
  picture.append(label(inner.left - 8, y + 19, shorten(run.strategies[one].name, left - 12), { 'text-anchor': 'end' }),
    shape('rect', { x: from, y: y + 6, width: to - from, height: 17, class: `bar s${one}` }),
    label(to + 6, y + 19, savedWords(value)))
  addSpot(picture, { x: inner.left, y, width: inner.right - inner.left, height: ROW },
    [keyed(one, savedWords(value)), [replicationWords(selection.at)]])
}

function savingsCaption() {
  return `How many times as many replications the interval of “${run.metrics.all[selection.metric].words}” would need `
    + 'without controls. At 1 they save nothing.'
}
