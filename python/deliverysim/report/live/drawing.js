// Plain SVG: elements, scales, axes, marks, and a rule that reads a chart aloud.

const LINE = 16 // [px]
const MARKERS = {
  o: 'M-4.5,0a4.5,4.5 0 1,0 9,0a4.5,4.5 0 1,0 -9,0z',
  s: 'M-4,-4h8v8h-8z',
  '^': 'M0,-5l5,9h-10z',
  D: 'M0,-5.5l5,5.5l-5,5.5l-5,-5.5z',
  v: 'M0,5l5,-9h-10z',
  P: 'M-1.8,-5h3.6v3.2h3.2v3.6h-3.2v3.2h-3.6v-3.2h-3.2v-3.6h3.2z',
  X: 'M-5,-3l2,-2l3,3l3,-3l2,2l-3,3l3,3l-2,2l-3,-3l-3,3l-2,-2l3,-3z',
}

function marker(strategy, x, y) {
  const one = run.strategies[strategy]
  return shape('path', { d: MARKERS[one.marker], transform: `translate(${x},${y})`,
    class: `mark s${strategy}` })
}

function swatch(strategy) {
  return shape('svg', { viewBox: '-7 -7 14 14', class: 'swatch', 'aria-hidden': 'true' },
    marker(strategy, 0, 0))
}

// Scales

function linear(low, high, start, end) {
  return (value) => start + (end - start) * (value - low) / ((high - low) || 1)
}

function logarithmic(low, high, start, end) {
  const scale = linear(Math.log(low), Math.log(high), start, end)
  return (value) => scale(Math.log(value))
}

// Round numbers from low to high, about so many.
function ticks(low, high, count = 5) {
  const rough = (high - low) / count || 1
  const unit = 10 ** magnitude(rough)
  const step = [1, 2, 5, 10].map((one) => one * unit).find((one) => one >= rough * 0.999)
  const first = Math.ceil(low / step - 1e-9)
  const last = Math.floor(high / step + 1e-9)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, place) =>
    Number(((first + place) * step).toPrecision(12)))
}

// The unit of an axis: its size in the metric's own unit, and its word. Where all of an axis of
// shares is rare, it counts per million.
function axisUnit(metric, high) {
  if (metric.isShare) return isRare(high) ? [1e-6, `${GAP}per${GAP}million`] : [0.01, `${GAP}%`]
  if (!metric.isTime) return [1, '']
  const [word, size] = SPANS.find(([, size]) => high >= 2 * size) ?? ['ms', 0.001]
  return [size, `${GAP}${word}`]
}

// Ticks of an axis with their texts. All have the decimals of the step between them: no two texts
// are the same, and none is rounded.
function axisTicks(metric, low, high, count = 5) {
  if (metric.isShare && low < 1 && isRare(1 - low)) {
    return axisTicks(metric, 1 - high, 1 - low, count).reverse().map(([missing, text]) =>
      [1 - missing, missing === 0 ? `100${GAP}%` : `all but ${text}`])
  }
  const [size, word] = axisUnit(metric, high)
  const values = ticks(low / size, high / size, count)
  const step = values.length > 1 ? values[1] - values[0] : values[0] || 1
  const decimals = Math.min(12, Math.max(0, -Math.floor(Math.log10(Math.abs(step)) + 1e-6)))
  return values.map((value) => [value * size, grouped(value.toFixed(decimals)) + word])
}

// A chart of width and height with room for its axes; `inner` is where data go.
function canvas(figure, height, left = 64, right = 16, bottom = 44) {
  const width = Math.max(280, figure.clientWidth)
  const inner = { left, right: width - right, top: 12, bottom: height - bottom }
  const picture = shape('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'group' })
  return { picture, inner, width, height }
}

// The room that the texts and the title of a vertical axis take at the left.
function axisRoom(metric, low, high) {
  return 40 + Math.max(...axisTicks(metric, low, high).map(([, text]) => widthOf(text)))
}

function verticalAxis({ picture, inner }, scale, metric, low, high, words) {
  const axis = shape('g', { class: 'axis', 'aria-hidden': 'true' })
  for (const [tick, text] of axisTicks(metric, low, high)) {
    const y = scale(tick)
    axis.append(
      shape('line', { x1: inner.left, x2: inner.right, y1: y, y2: y, class: 'grid' }),
      label(inner.left - 8, y + 4, text, { 'text-anchor': 'end' }))
  }
  axis.append(label(0, 0, words, { transform: `translate(13,${(inner.top + inner.bottom) / 2}) rotate(-90)`,
    'text-anchor': 'middle' }))
  picture.append(axis)
}

// Places: [x, text]; of texts that would touch the later one is left out, but not the last.
function horizontalAxis({ picture, inner }, places, words) {
  const axis = shape('g', { class: 'axis', 'aria-hidden': 'true' })
  axis.append(shape('line', { x1: inner.left, x2: inner.right, y1: inner.bottom, y2: inner.bottom,
    class: 'base' }))
  const last = places.at(-1)
  let end = -Infinity
  for (const [x, text] of places) {
    const half = widthOf(text) / 2 + 5
    const isFree = x - half > end && (text === last[1] || x + half < last[0] - widthOf(last[1]) / 2)
    if (!isFree) continue
    end = x + half
    axis.append(
      shape('line', { x1: x, x2: x, y1: inner.bottom, y2: inner.bottom + 4, class: 'base' }),
      label(Math.min(x, inner.right - half + 22), inner.bottom + 18, text, { 'text-anchor': 'middle' }))
  }
  axis.append(label((inner.left + inner.right) / 2, inner.bottom + 38, words,
    { 'text-anchor': 'middle' }))
  picture.append(axis)
}

// Room for numbers: a little more than they take, shares within nothing and all.
function room(values, metric, withZero = false) {
  let low = Math.min(...values), high = Math.max(...values)
  if (withZero) low = Math.min(0, low)
  const more = (high - low) * 0.06 || Math.abs(high) * 0.02 || 0.01
  low = low === 0 ? 0 : low - more
  high += more
  return metric.isShare ? [Math.max(0, low), Math.min(1, high)] : [Math.max(0, low), high]
}

// The tooltip

const tip = element('div', { id: 'tip', hidden: '', 'aria-hidden': 'true' })

function showTip(lines, x, y) {
  tip.replaceChildren(...lines.map((line) => element('div', {}, ...line)))
  tip.hidden = false
  const box = tip.getBoundingClientRect()
  const right = document.documentElement.clientWidth - box.width - 8
  tip.style.left = `${Math.max(8, Math.min(x + 14, right)) + scrollX}px`
  tip.style.top = `${(y + box.height + 22 > innerHeight ? Math.max(4, y - box.height - 14) : y + 18) + scrollY}px`
}

function hideTip() {
  tip.hidden = true
}

// A rule that the pointer or the arrow keys move from stop to stop.
// stops: {x, lines, pick}, from left to right; lines are lists of text and elements.
function addReader(chart, name, stops) {
  if (!stops.length) return
  const { picture, inner } = chart
  const line = shape('line', { y1: inner.top, y2: inner.bottom, class: 'rule', visibility: 'hidden' })
  const area = shape('rect', { x: inner.left - 8, y: inner.top, width: inner.right - inner.left + 16,
    height: inner.bottom - inner.top, class: 'reader', tabindex: 0, role: 'slider',
    'aria-label': name, 'aria-valuemin': 0, 'aria-valuemax': stops.length - 1 })
  let here = 0
  const textOf = (lines) => lines.map((parts) => parts.filter((part) => typeof part === 'string').join('')).join('; ')
  const go = (place, isTold) => {
    here = Math.max(0, Math.min(stops.length - 1, place))
    const stop = stops[here]
    area.setAttribute('aria-valuenow', here)
    area.setAttribute('aria-valuetext', textOf(stop.lines))
    if (!isTold) return
    line.setAttribute('x1', stop.x)
    line.setAttribute('x2', stop.x)
    line.setAttribute('visibility', 'visible')
    const box = picture.getBoundingClientRect()
    showTip(stop.lines, box.left + stop.x * box.width / chart.width, box.top + inner.top)
  }
  const leave = () => {
    line.setAttribute('visibility', 'hidden')
    hideTip()
  }
  area.addEventListener('pointermove', (event) => {
    const box = picture.getBoundingClientRect()
    const x = (event.clientX - box.left) * chart.width / box.width
    const far = (stop) => Math.abs(stop.x - x)
    go(stops.reduce((best, stop, place) => far(stop) < far(stops[best]) ? place : best, 0), true)
  })
  area.addEventListener('pointerleave', leave)
  area.addEventListener('focus', () => go(here, true))
  area.addEventListener('blur', leave)
  area.addEventListener('click', () => stops[here].pick?.())
  area.addEventListener('keydown', (event) => {
    const step = { ArrowLeft: here - 1, ArrowDown: here - 1, ArrowRight: here + 1, ArrowUp: here + 1,
      Home: 0, End: stops.length - 1 }[event.key]
    if (event.key === 'Enter' || event.key === ' ') stops[here].pick?.()
    else if (event.key === 'Escape') leave()
    else if (step === undefined) return
    else go(step, true)
    event.preventDefault()
  })
  go(0, false)
  picture.append(line, area)
}

// Names at the right end of curves, moved apart; ends: [y, strategy].
function endLabels({ picture, inner }, ends) {
  const kept = withRoom(ends, 1 + Math.floor((inner.bottom - inner.top) / LINE))
  let last = inner.top - LINE
  const places = kept.map(([y]) => (last = Math.max(y, last + LINE)))
  let next = inner.bottom + LINE
  for (let place = places.length - 1; place >= 0; place--) {
    next = places[place] = Math.min(places[place], next - LINE)
  }
  kept.forEach(([y, strategy], place) => {
    picture.append(
      shape('line', { x1: inner.right + 2, x2: inner.right + 12, y1: y, y2: places[place],
        class: `curve thin s${strategy}` }),
      label(inner.right + 15, places[place] + 4, shorten(run.strategies[strategy].name, 150),
        { class: 'end' }))
  })
}

// From top to bottom, at most so many: without those that have their neighbours nearest.
function withRoom(ends, most) {
  const kept = [...ends].sort((one, two) => one[0] - two[0])
  const gap = (place) => (kept[place + 1]?.[0] ?? Infinity) - (kept[place - 1]?.[0] ?? -Infinity)
  while (kept.length > most) {
    const gaps = kept.map((_, place) => gap(place))
    kept.splice(gaps.indexOf(Math.min(...gaps)), 1)
  }
  return kept
}

function labelRoom(width) {
  if (width < 700) return 16
  const longest = Math.max(...run.strategies.map((one) => widthOf(one.name)))
  return Math.min(165, 20 + longest)
}

// So many notifications or replications.
function counted(count, word) {
  return `${number(count)} ${word}${count === 1 ? '' : 's'}`
}

function keyed(strategy, text) {
  return [swatch(strategy), ` ${run.strategies[strategy].name}: ${text}`]
}
