// A metric of every strategy: along a factor of the sweep, or a row for each; and what it costs.

function told(metric, strategy, point, hasDifference = true) {
  const row = metric.rows[point][strategy]
  if (!row) return keyed(strategy, 'no value')
  let text = `${valueWords(metric, ...row)} (${intervalWords(metric, row)})`
  const gap = metric.differences[point][strategy]
  if (gap && hasDifference) {
    text += `, ${differenceWords(metric, ...gap)} (${differenceInterval(metric, gap)})`
  }
  return keyed(strategy, text)
}

function replicationWords(point) {
  return counted(run.replications[point], 'replication')
}

// Places of a factor's values: by size, by the logarithm, or one after the other.
function placesAlong(factor, start, end) {
  const spots = factor.words.map((_, place) => place)
  const sizes = factor.isNumber ? factor.values.filter((_, place) => place !== factor.noLimit) : []
  const positive = sizes.filter((value) => value > 0)
  const isWide = sizes.length > 1 && sizes.length <= 20 && sizes.at(-1) >= 10 * positive[0]
  const isRanked = !factor.isNumber || sizes.length < 2 || (isWide && sizes[0] <= 0)
  const inset = factor.noLimit === null ? 0 : (end - start) * 0.12
  if (isRanked) {
    const margin = (end - start) / (2 * spots.length)
    return spots.map((place) => start + margin + (end - start - 2 * margin) * place / Math.max(1, spots.length - 1))
  }
  const scale = (isWide ? logarithmic : linear)(sizes[0], sizes.at(-1), start + 12, end - 12 - inset)
  return spots.map((place) => place === factor.noLimit ? end - 12 : scale(factor.values[place]))
}

function drawMetric(figure) {
  const metric = run.metrics.all[selection.metric]
  const numbers = pointsAlong(selection.along)
  const names = chosen().filter((one) => numbers.some((point) => metric.rows[point][one]))
  if (!names.length) return nothing(figure)
  if (selection.along === null) return drawRows(figure, metric, names)
  const width = Math.max(280, figure.clientWidth)
  const factor = run.factors[selection.along]
  const isCurve = factor.isNumber && !run.isSample
  const values = numbers.flatMap((point) => names.flatMap((one) =>
    (metric.rows[point][one] ?? []).filter((value) => value !== null)))
  const [low, high] = room(values, metric)
  const chart = canvas(figure, 380, axisRoom(metric, low, high), isCurve ? labelRoom(width) : 16)
  const { inner } = chart
  const y = linear(low, high, inner.bottom, inner.top)
  const places = placesAlong(factor, inner.left, inner.right)
  verticalAxis(chart, y, metric, low, high, shorten(metric.words, 300))
  const shown = [...new Set(numbers.map((point) => run.points[point][selection.along]))]
  horizontalAxis(chart, shown.map((value) => [places[value], factor.words[value]]), factor.label)
  const x = (point, one) => places[run.points[point][selection.along]]
    + (isCurve || run.isSample ? 0 : (names.indexOf(one) - (names.length - 1) / 2) * 13)
  const ends = names.map((one) => drawStrategy(chart, metric, one, numbers, isCurve, x, y))
  if (isCurve && inner.right < width - 20) endLabels(chart, ends.filter((one) => one))
  showPlace(chart, places[run.points[selection.at][selection.along]])
  addReader(chart, `${capital(metric.words)} along ${factor.label}`, numbers.map((point) => ({
    x: places[run.points[point][selection.along]],
    lines: [[`${pointWords(point)}, ${replicationWords(point)}`],
      ...names.map((one) => told(metric, one, point))],
    pick: () => choose({ at: point }),
  })))
  figure.replaceChildren(chart.picture)
}

// Curve or dots of a strategy with intervals; returns where its curve ends.
function drawStrategy({ picture, inner }, metric, one, numbers, isCurve, x, y) {
  const kept = numbers.filter((point) => metric.rows[point][one])
  const at = (point) => metric.rows[point][one]
  const within = (value) => Math.max(inner.top, Math.min(inner.bottom, y(value)))
  if (isCurve) {
    const line = kept.map((point) => `${x(point, one)},${y(at(point)[0])}`).join(' ')
    const dashed = run.strategies[one].isDashed ? ' dashed' : ''
    picture.append(shape('polyline', { points: line, class: `curve${dashed} s${one}` }))
  }
  for (const point of kept) {
    const [mean, low, high] = at(point)
    if (low !== null && high !== null) {
      picture.append(shape('line', { x1: x(point, one), x2: x(point, one), y1: within(low),
        y2: within(high), class: `curve thin s${one}` }))
    }
    picture.append(marker(one, x(point, one), y(mean)))
  }
  return kept.length ? [y(at(kept.at(-1))[0]), one] : null
}

// Marks the design point that the other charts show.
function showPlace({ picture, inner }, x) {
  if (run.points.length < 2) return
  picture.append(shape('path', { d: `M${x - 6},${inner.top - 10}h12l-6,9z`, class: 'here' }),
    shape('line', { x1: x, x2: x, y1: inner.top, y2: inner.bottom, class: 'herebar' }))
}

function drawRows(figure, metric, names) {
  const longest = Math.max(...names.map((one) => widthOf(run.strategies[one].name)))
  const left = Math.min(Math.max(280, figure.clientWidth) * 0.42, 20 + longest)
  const chart = canvas(figure, names.length * 34 + 64, left, 20)
  const { picture, inner } = chart
  const values = names.flatMap((one) => metric.rows[selection.at][one].filter((value) => value !== null))
  const [low, high] = room(values, metric)
  const x = linear(low, high, inner.left + 8, inner.right - 8)
  const marks = axisTicks(metric, low, high, inner.right - inner.left > 400 ? 6 : 3)
  for (const [tick] of marks) {
    picture.append(shape('line', { x1: x(tick), x2: x(tick), y1: inner.top, y2: inner.bottom, class: 'grid' }))
  }
  horizontalAxis(chart, marks.map(([tick, text]) => [x(tick), text]),
    shorten(metric.words, inner.right - inner.left))
  names.forEach((one, place) => {
    const [mean, from, to] = metric.rows[selection.at][one]
    const y = inner.top + 17 + place * 34
    picture.append(label(inner.left - 10, y + 4, shorten(run.strategies[one].name, left - 12),
      { 'text-anchor': 'end' }))
    if (from !== null && to !== null) {
      picture.append(shape('line', { x1: x(from), x2: x(to), y1: y, y2: y, class: `curve s${one}` }))
    }
    picture.append(marker(one, x(mean), y))
    const isRight = x(mean) < (inner.left + inner.right) / 2
    picture.append(label(x(mean) + (isRight ? 10 : -10), y - 7, valueWords(metric, mean, from, to),
      { 'text-anchor': isRight ? 'start' : 'end' }))
    addSpot(picture, { x: inner.left, y: y - 17, width: inner.right - inner.left, height: 34 },
      [told(metric, one, selection.at), [replicationWords(selection.at)]])
  })
  joinSpots(picture)
  figure.replaceChildren(picture)
}

// A part of a picture that hover and focus explain, and that may do something.
function addSpot(picture, box, lines, act = null) {
  const text = lines.map((parts) => parts.filter((part) => typeof part === 'string').join('').trim())
  const spot = shape('rect', { ...box, class: act ? 'spot button' : 'spot', tabindex: -1,
    role: act ? 'button' : 'img', 'aria-label': text.join('; ') })
  const show = () => {
    const place = spot.getBoundingClientRect()
    showTip(lines, place.left + Math.min(place.width / 2, 200), place.top + place.height / 2)
  }
  spot.addEventListener('pointerenter', show)
  spot.addEventListener('focus', show)
  spot.addEventListener('pointerleave', hideTip)
  spot.addEventListener('blur', hideTip)
  if (act) spot.addEventListener('click', act)
  picture.append(spot)
}

// One stop of the tabulator for all spots of a picture; arrow keys go from one to the next.
function joinSpots(picture) {
  const spots = [...picture.querySelectorAll('.spot')]
  if (spots.length) spots[0].setAttribute('tabindex', 0)
  picture.addEventListener('keydown', (event) => {
    const here = spots.indexOf(event.target)
    const to = { ArrowDown: here + 1, ArrowRight: here + 1, ArrowUp: here - 1, ArrowLeft: here - 1,
      Home: 0, End: spots.length - 1 }[event.key]
    if (here < 0) return
    if (event.key === 'Enter' || event.key === ' ') event.target.dispatchEvent(new MouseEvent('click'))
    else if (event.key === 'Escape') hideTip()
    else if (to === undefined || !spots[to]) return
    else spots[to].focus()
    event.preventDefault()
  })
}

function nothing(figure, text = 'Nothing to show here.') {
  figure.replaceChildren(element('p', { class: 'small' }, chosen().length ? text : 'No strategy is selected.'))
}

// Where the better strategies are, by the direction of both metrics.
function corner() {
  const side = (key, more, less) => run.metrics.all[key].isMoreBetter ? more : less
  return `${side(selection.metric, 'Up', 'Down')} and to the ${side(selection.cost, 'right', 'left')} is better.`
}

// The answer tells who is not beaten by its own metric and price; one alone makes no line.
function front() {
  const isAsked = selection.metric === run.metrics.benefit && selection.cost === run.choice.costs[selection.at]
  const line = isAsked ? run.choice.fronts[selection.at].filter((one) => chosen().includes(one)) : []
  return line.length > 1 ? line : []
}

// A name at the right of a mark or at its left, where it covers no other name and no mark; else none.
// taken: [left, right, y] of what is there.
function freeLabel({ inner }, { x, y }, text, taken) {
  const width = widthOf(text) * 1.05
  const places = [[x + 9, x + 9 + width, 'start'], [x - 9 - width, x - 9, 'end']]
  const isFree = ([left, right]) => left >= inner.left && right <= inner.right + 20
    && taken.every((one) => Math.abs(one[2] - y) >= LINE || one[1] < left || one[0] > right)
  const place = places.find(isFree)
  if (!place) return null
  taken.push([place[0], place[1], y])
  return label(place[2] === 'start' ? place[0] : place[1], y + 4, text,
    { 'text-anchor': place[2], class: 'name' })
}

// Benefit over cost.
function drawFrontier(figure) {
  const benefit = run.metrics.all[selection.metric], cost = run.metrics.all[selection.cost]
  const at = selection.at
  const names = chosen().filter((one) => benefit.rows[at][one] && cost.rows[at][one])
  if (!names.length) return nothing(figure)
  const pairs = names.map((one) => [one, cost.rows[at][one], benefit.rows[at][one]])
  const numbers = (place) => pairs.flatMap((pair) => pair[place].filter((value) => value !== null))
  const [left, right] = room(numbers(1), cost)
  const [low, high] = room(numbers(2), benefit)
  const chart = canvas(figure, 360, axisRoom(benefit, low, high), 24)
  const { picture, inner } = chart
  const x = linear(left, right, inner.left + 10, inner.right - 10)
  const y = linear(low, high, inner.bottom - 8, inner.top + 8)
  verticalAxis(chart, y, benefit, low, high, shorten(benefit.words, 280))
  horizontalAxis(chart, axisTicks(cost, left, right, chart.width > 600 ? 6 : 3).map(([tick, text]) =>
    [x(tick), text]), shorten(cost.words, inner.right - inner.left))
  const line = front().filter((one) => names.includes(one))
  picture.append(shape('polyline', { class: 'join',
    points: line.map((one) => `${x(cost.rows[at][one][0])},${y(benefit.rows[at][one][0])}`).join(' ') }))
  const taken = pairs.map(([, of, shown]) => [x(of[0]) - 6, x(of[0]) + 6, y(shown[0])])
  for (const [one, of, shown] of pairs) {
    const spot = { x: x(of[0]), y: y(shown[0]) }
    picture.append(marker(one, spot.x, spot.y))
    const name = freeLabel(chart, spot, run.strategies[one].name, taken)
    if (name) picture.append(name)
    addSpot(picture, { x: spot.x - 12, y: spot.y - 12, width: 24, height: 24 }, [
      keyed(one, `${benefit.words} ${valueWords(benefit, ...shown)} (${intervalWords(benefit, shown)})`),
      [`${cost.words} ${valueWords(cost, ...of)} (${intervalWords(cost, of)})`],
      [replicationWords(at)],
    ])
  }
  joinSpots(picture)
  figure.replaceChildren(picture)
}
