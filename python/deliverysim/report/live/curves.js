// Curves of every strategy at one design point: delays, time, who bears the losses.

const TICKS = [0.01, 0.1, 1, 10, 60, 600, 3600, 6 * 3600, DAY, 7 * DAY, 30 * DAY]

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

function drawDelays(figure) {
  const curves = curvesOf(run.delays)
  if (!curves.length) return nothing(figure)
  const width = Math.max(280, figure.clientWidth)
  const chart = canvas(figure, 380, 70, labelRoom(width))
  const { picture, inner } = chart
  const last = (curve) => curve.at(-1)[1]
  const least = Math.min(...curves.map(([, curve]) => last(curve)))
  const low = least < 0.9995 ? Math.max(0, 1 - 3.2 * (1 - least)) : 0.99
  const end = ([, curve]) => curve.find(([x, share]) => x === null || share >= last(curve) * 0.9999)[0]
  const start = ([, curve]) => curve.find(([, share]) => share >= low)?.[0] ?? Infinity
  const right = Math.max(...curves.map((one) => end(one) ?? DAY)) * 1.2
  const left = Math.max(1e-3, Math.min(...curves.map(start), right / 10) / 1.6)
  const x = logarithmic(left, right, inner.left, inner.right)
  const y = linear(low, 1, inner.bottom, inner.top)
  verticalAxis(chart, y, { isShare: true }, low, 1, 'owed notifications shown')
  const shown = TICKS.filter((tick) => tick >= left && tick <= right)
  horizontalAxis(chart, shown.map((tick) => [x(tick), span(tick)]), 'time since the creation')
  for (const [one, curve] of curves) {
    const inside = curve.filter(([edge, share]) => edge !== null && edge >= left && edge <= right && share >= low)
    const line = inside.map(([edge, share]) => `${x(edge)},${y(share)}`)
    line.push(`${inner.right},${y(last(curve))}`)
    picture.append(shape('polyline', { points: line.join(' '), class: `curve s${one}` }))
  }
  const ends = curves.map(([one, curve]) => [y(last(curve)), one])
  if (inner.right < width - 20) endLabels(chart, ends)
  addReader(chart, 'Shown within a time', edgesAt(curves, shown).filter((edge) => edge >= left).map((edge) => ({
    x: x(edge),
    lines: [[`within ${span(edge)}`], ...curves.map(([one, curve]) =>
      keyed(one, `${percent(stepAt(curve, edge))}, ${percent(last(curve))} in the end`))],
  })))
  figure.replaceChildren(picture)
}

// Deliverability by time of creation: [start, share, owed].
function drawTimeline(figure) {
  const curves = curvesOf(run.timeline.curves)
  if (!curves.length) return nothing(figure)
  const width = Math.max(280, figure.clientWidth)
  const chart = canvas(figure, 320, 70, labelRoom(width))
  const { picture, inner } = chart
  const starts = [...new Set(curves.flatMap(([, curve]) => curve.map(([start]) => start)))].sort((a, b) => a - b)
  const x = linear(starts[0], starts.at(-1) + run.timeline.width, inner.left, inner.right)
  const middle = (start) => x(start + run.timeline.width / 2)
  const values = curves.flatMap(([, curve]) => curve.map((one) => one[1]).filter((one) => one !== null))
  if (!values.length) return nothing(figure)
  const [low, high] = room(values, { isShare: true })
  const y = linear(low, high, inner.bottom, inner.top)
  for (const [from, to] of run.timeline.weekends) {
    const start = Math.max(inner.left, x(from)), end = Math.min(inner.right, x(to))
    if (end > start) {
      picture.append(shape('rect', { x: start, width: end - start, y: inner.top,
        height: inner.bottom - inner.top, class: 'weekend' }))
    }
  }
  verticalAxis(chart, y, { isShare: true }, low, high, 'owed notifications shown')
  const words = run.timeline.isHours ? (start) => span(start) : (start) => `day ${Math.floor(start / DAY)}`
  horizontalAxis(chart, starts.map((start) => [middle(start), words(start)]), 'time of creation')
  const ends = curves.map(([one, curve]) => {
    const kept = curve.filter((place) => place[1] !== null)
    picture.append(shape('polyline', { class: `curve s${one}`,
      points: kept.map(([start, share]) => `${middle(start)},${y(share)}`).join(' ') }))
    return kept.length ? [y(kept.at(-1)[1]), one] : null
  })
  if (inner.right < width - 20) endLabels(chart, ends.filter((one) => one))
  addReader(chart, 'Shown, by time of creation', starts.map((start) => ({
    x: middle(start),
    lines: [[words(start)], ...curves.flatMap(([one, curve]) => {
      const place = curve.find((found) => found[0] === start)
      return place ? [keyed(one, `${percent(place[1])} of ${counted(place[2], 'notification')}`)] : []
    })],
  })))
  figure.replaceChildren(picture)
}

function drawConcentration(figure) {
  const curves = curvesOf(run.concentration)
  if (!curves.length) return nothing(figure, 'Nothing is lost.')
  const width = Math.max(280, figure.clientWidth)
  const chart = canvas(figure, 340, 70, labelRoom(width))
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
