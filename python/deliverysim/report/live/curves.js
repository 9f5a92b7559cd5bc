// Curves of every strategy at one design point: delays, time, who bears the losses.

const TICKS = [0.01, 0.1, 1, 10, 60, 600, 3600, 6 * 3600, DAY, 7 * DAY, 30 * DAY]
// Where these are too few.
const MORE_TICKS = [...TICKS, 0.001, 0.003, 0.03, 0.3, 3, 30, 300, 1800, 2 * 3600, 3 * 3600,
  12 * 3600, 2 * DAY, 3 * DAY, 14 * DAY].sort((one, two) => one - two)

function curvesOf(table) {
  return chosen()
    .map((one) => [one, table[`${selection.at} ${one}`]])
    .filter(([, curve]) => curve && curve.length)
}

// The share of a curve of steps up to an edge: that of the last place not after it.
function stepAt(curve, edge) {
  return curve.findLast(([x]) => x !== null && x <= edge)?.[1] ?? 0
}

// The shares are known at the edges of bins: of each time the last edge not after it.
function edgesAt(curves, times) {
  const edges = curves.flatMap(([, curve]) => curve.map(([x]) => x).filter((x) => x !== null))
  const lasts = times.map((time) => Math.max(...edges.filter((edge) => edge <= time)))
  return [...new Set(lasts)]
}

// Where the vertical axis starts: what is lost takes about a third of it.
function lowestShare(curves) {
  const least = Math.min(...curves.map(([, curve]) => curve.at(-1)[1]))
  return least < 0.9995 ? Math.max(0, 1 - 3.2 * (1 - least)) : 0.99
}

function delayCaption() {
  const isCut = lowestShare(curvesOf(run.delays)) > 0
  return 'The share of owed notifications shown within a time. Each curve ends at the strategy\'s '
    + `deliverability${isCut ? '; the vertical axis starts above zero' : ''}.`
}

function drawDelays(figure) {
  const curves = curvesOf(run.delays)
  if (!curves.length) return nothing(figure)
  const width = Math.max(280, figure.clientWidth)
  const last = (curve) => curve.at(-1)[1]
  const low = lowestShare(curves)
  const chart = canvas(figure, 380, axisRoom({ isShare: true }, low, 1), labelRoom(width))
  const { picture, inner } = chart
  const end = ([, curve]) => curve.find(([x, share]) => x === null || share >= last(curve) * 0.9999)[0]
  const start = ([, curve]) => curve.find(([, share]) => share >= low)?.[0] ?? Infinity
  const right = Math.max(0.1, ...curves.map((one) => end(one) ?? DAY)) * 1.2
  const left = Math.max(1e-3, Math.min(...curves.map(start), right / 10) / 1.6)
  const x = logarithmic(left, right, inner.left, inner.right)
  const y = linear(low, 1, inner.bottom, inner.top)
  verticalAxis(chart, y, { isShare: true }, low, 1, 'owed notifications shown')
  const within = (times) => times.filter((time) => time >= left && time <= right)
  const shown = within(TICKS).length > 2 ? within(TICKS) : within(MORE_TICKS)
  horizontalAxis(chart, shown.map((tick) => [x(tick), span(tick)]), 'time since the creation')
  for (const [one, curve] of curves) {
    const inside = curve.filter(([edge, share]) => edge !== null && edge >= left && edge <= right && share >= low)
    const line = inside.map(([edge, share]) => `${x(edge)},${y(share)}`)
    line.push(`${inner.right},${y(last(curve))}`)
    picture.append(shape('polyline', { points: line.join(' '), class: `curve s${one}` }))
  }
  const ends = curves.map(([one, curve]) => [y(last(curve)), one])
  if (inner.right < width - 20) endLabels(chart, ends)
  addReader(chart, 'Shown within a time', within(edgesAt(curves, shown)).map((edge) => ({
    x: x(edge),
    lines: [[`within ${span(edge)}`], ...curves.map(([one, curve]) =>
      keyed(one, `${percent(stepAt(curve, edge))}, ${percent(last(curve))} in the end`))],
  })))
  figure.replaceChildren(picture)
}

// Days, of a long run Mondays; hours of a short one.
function timeTicks(start, end) {
  if (run.timeline.isHours) return axisTicks({ isTime: true }, start, end, 8)
  const days = (end - start) / DAY
  const step = days <= 14 ? Math.ceil(days / 8) : 7 * Math.ceil(days / 7 / 9)
  const first = Math.ceil(start / DAY / step) * step
  return Array.from({ length: Math.floor(end / DAY / step) - first / step + 1 }, (_, place) =>
    [(first + place * step) * DAY, `day ${first + place * step}`])
}

// Such as "day 7, 6 h", or "6 h 50 min" of a short run.
function when(time) {
  const rest = run.timeline.isHours ? time % 3600 / 60 : time % DAY / 3600
  const [word, unit, gap] = run.timeline.isHours ? [`${Math.floor(time / 3600)}${GAP}h`, 'min', ' ']
    : [`day ${Math.floor(time / DAY)}`, 'h', ', ']
  return rest ? `${word}${gap}${number(rest)}${GAP}${unit}` : word
}

// Deliverability by time of creation: [start, share, owed].
function drawTimeline(figure) {
  const curves = curvesOf(run.timeline.curves)
  if (!curves.length) return nothing(figure)
  const width = Math.max(280, figure.clientWidth)
  const starts = [...new Set(curves.flatMap(([, curve]) => curve.map(([start]) => start)))].sort((a, b) => a - b)
  const values = curves.flatMap(([, curve]) => curve.map((one) => one[1]).filter((one) => one !== null))
  if (!values.length) return nothing(figure)
  const [low, high] = room(values, { isShare: true })
  const chart = canvas(figure, 320, axisRoom({ isShare: true }, low, high), labelRoom(width))
  const { picture, inner } = chart
  const [first, end] = [starts[0], starts.at(-1) + run.timeline.width]
  const x = linear(first, end, inner.left, inner.right)
  const middle = (start) => x(start + run.timeline.width / 2)
  const y = linear(low, high, inner.bottom, inner.top)
  for (const [from, to] of run.timeline.weekends) {
    const start = Math.max(inner.left, x(from)), end = Math.min(inner.right, x(to))
    if (end > start) {
      picture.append(shape('rect', { x: start, width: end - start, y: inner.top,
        height: inner.bottom - inner.top, class: 'weekend' }))
    }
  }
  verticalAxis(chart, y, { isShare: true }, low, high, 'owed notifications shown')
  horizontalAxis(chart, timeTicks(first, end).map(([time, text]) => [x(time), text]), 'time of creation')
  const ends = curves.map(([one, curve]) => {
    const kept = curve.filter((place) => place[1] !== null)
    picture.append(shape('polyline', { class: `curve s${one}`,
      points: kept.map(([start, share]) => `${middle(start)},${y(share)}`).join(' ') }))
    return kept.length ? [y(kept.at(-1)[1]), one] : null
  })
  if (inner.right < width - 20) endLabels(chart, ends.filter((one) => one))
  addReader(chart, 'Shown, by time of creation', starts.map((start) => ({
    x: middle(start),
    lines: [[`from ${when(start)} on`], ...curves.flatMap(([one, curve]) => {
      const place = curve.find((found) => found[0] === start)
      return place ? [keyed(one, `${percent(place[1])} of ${counted(place[2], 'notification')}`)] : []
    })],
  })))
  figure.replaceChildren(picture)
}

function drawConcentration(figure) {
  const curves = curvesOf(run.concentration)
  if (!curves.length) return nothing(figure, 'No message is lost for good.')
  const width = Math.max(280, figure.clientWidth)
  const chart = canvas(figure, 340, axisRoom({ isShare: true }, 0, 1), labelRoom(width))
  const { picture, inner } = chart
  const shares = [...new Set(curves.flatMap(([, curve]) => curve.map(([share]) => share)))].sort((a, b) => a - b)
  const x = logarithmic(shares[0], shares.at(-1), inner.left + 10, inner.right - 10)
  const y = linear(0, 1, inner.bottom, inner.top)
  verticalAxis(chart, y, { isShare: true }, 0, 1, 'share of all losses')
  horizontalAxis(chart, shares.map((share) => [x(share), percent(share, share < 0.01 ? 2 : 0)]),
    'of the devices, those that lose most')
  const ends = curves.map(([one, curve]) => {
    picture.append(shape('polyline', { class: `curve s${one}`,
      points: curve.map(([of, share]) => `${x(of)},${y(share)}`).join(' ') }))
    for (const [of, share] of curve) picture.append(marker(one, x(of), y(share)))
    const [, last] = curve.reduce((best, place) => place[0] > best[0] ? place : best)
    return [y(last), one]
  })
  if (inner.right < width - 20) endLabels(chart, ends)
  addReader(chart, 'Share of all losses', shares.map((share) => ({
    x: x(share),
    lines: [[`the ${percent(share, share < 0.01 ? 2 : 0)} of the devices that lose most bear`],
      ...curves.flatMap(([one, curve]) => {
        const place = curve.find((found) => found[0] === share)
        return place ? [keyed(one, `${percent(place[1])} of the losses`)] : []
      })],
  })))
  figure.replaceChildren(picture)
}
