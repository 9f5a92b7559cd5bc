// Where notifications end that are not shown: a bar for each place and strategy. It leads to
// stories, if the page has some of that ending; else it tells the command that looks for them.

function drawFates(figure) {
  const names = new Set(chosen())
  const rows = run.fates.filter(([point, one]) => point === selection.at && names.has(one))
  if (!rows.length) return nothing(figure, 'Everything was shown.')
  const places = new Map()
  for (const [, one, fate, place, rank, share, stage, cause, repair, count, repairWords] of rows) {
    const key = `${rank} ${place}`
    if (!places.has(key)) places.set(key, { rank, place, bars: new Map() })
    const bars = places.get(key).bars
    if (!bars.has(one)) bars.set(one, [])
    bars.get(one).push({ fate, share, stage, cause, repair, count, repairWords })
  }
  const ordered = [...places.values()].sort((one, two) => one.rank - two.rank)
  drawBars(figure, ordered)
}

function drawBars(figure, places) {
  const count = places.reduce((sum, { bars }) => sum + bars.size, 0)
  const longest = Math.max(...chosen().map((one) => widthOf(run.strategies[one].name)))
  const left = Math.min(Math.max(280, figure.clientWidth) * 0.4, 24 + longest)
  const sum = (parts) => parts.reduce((total, part) => total + part.share, 0)
  const sums = places.flatMap(({ bars }) => [...bars.values()].map(sum))
  const right = Math.max(92, 12 + Math.max(...sums.map((share) => widthOf(percent(share)))))
  const chart = canvas(figure, count * 24 + places.length * 28 + 56, left, right)
  const { picture, inner } = chart
  const most = Math.max(...sums)
  const x = linear(0, most, inner.left, inner.right)
  patterns(picture)
  let y = 0
  for (const { place, bars } of places) {
    picture.append(label(4, y + 20, capital(place), { class: 'place' }))
    y += 28
    for (const one of [...bars.keys()].sort((a, b) => a - b)) {
      drawBar(chart, place, one, bars.get(one), x, y, left)
      y += 24
    }
  }
  horizontalAxis(chart, axisTicks({ isShare: true }, 0, most, 3).map(([tick, text]) => [x(tick), text]),
    'share of the owed notifications')
  joinSpots(picture)
  figure.replaceChildren(picture, fateLegend(places))
}

function drawBar({ picture, inner }, place, one, parts, x, y, left) {
  picture.append(label(inner.left - 8, y + 15, shorten(run.strategies[one].name, left - 12),
    { 'text-anchor': 'end' }))
  let start = 0
  const byFate = run.looks.map(({ fate }) => parts.filter((part) => part.fate === fate))
  for (const ones of byFate) {
    for (const part of ones) {
      const from = x(start), to = x(start + part.share)
      start += part.share
      const box = { x: from, y: y + 2, width: Math.max(0.5, to - from), height: 17 }
      picture.append(shape('rect', { ...box, class: `fate ${part.fate}` }),
        shape('rect', { ...box, fill: `url(#fate-${part.fate})` }))
      const ending = [run.strategies[one].name, part.fate, part.stage, part.cause, part.repair]
      const hasStories = storiesOf(ending).length > 0
      addSpot(picture, { ...box, x: Math.max(inner.left, from - 2), width: Math.max(10, to - from) }, [
        keyed(one, `${percent(part.share)} ${[part.fate, place, part.repairWords].filter((word) => word).join(', ')}`),
        [`${counted(part.count, 'notification')}; `
          + (hasStories ? 'press Enter or click for stories' : `in a terminal: ${searchCommand(ending)}`
            + (run.replications[selection.at] > 1 ? ' (--replication 1 looks in the next one)' : ''))],
      ], hasStories ? () => choose({ story: ending }, 'stories') : null)
    }
  }
  picture.append(label(x(start) + 6, y + 15, percent(start)))
}

// Strokes in a tile of 6 by 6.
const STROKES = { '': '', '/': 'M0,6L6,0', '|': 'M3,0V6', x: 'M0,0L6,6M0,6L6,0', '-': 'M0,3H6' }

function patterns(picture) {
  picture.append(shape('defs', {}, ...run.looks.map(({ fate, hatch }) =>
    shape('pattern', { id: `fate-${fate}`, width: 6, height: 6, patternUnits: 'userSpaceOnUse' },
      shape('path', { d: STROKES[hatch], class: 'hatch' })))))
}

function fateLegend(places) {
  const present = new Set(places.flatMap(({ bars }) => [...bars.values()].flat().map((part) => part.fate)))
  return element('p', { class: 'legend' }, ...run.looks.filter(({ fate }) => present.has(fate)).map(({ fate }) =>
    element('span', {}, shape('svg', { viewBox: '0 0 18 14', class: 'key', 'aria-hidden': 'true' },
      shape('rect', { width: 18, height: 14, class: `fate ${fate}` }),
      shape('rect', { width: 18, height: 14, fill: `url(#fate-${fate})` })), ` ${fate}`)))
}
