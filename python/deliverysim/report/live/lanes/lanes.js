// Stories as swim lanes: who has a part in one from top to bottom, time from left to right. Bars are
// what lasts; marks are what happens, with the numbers of the list of events below.

const BAR = 20, MARK = 9 // [px]: the height of a bar, half of that of a mark
const MARGIN = 20, LAST = 260 // [px]: before the first moment, after the last one
const ROWS = 4
const ROLES = [['own', 'happens to the message'], ['told', 'the user is told'], ['end', 'a push ends'],
  ['other', 'another event']]
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const STEPS = [1, 10, 60, 600, 3600, 6 * 3600, DAY, 7 * DAY, 28 * DAY, 364 * DAY]

// Times

// A moment of a run; day 0 is a Monday.
function moment(time) {
  const day = Math.floor(time / DAY), rest = Math.floor(time - day * DAY)
  const clock = [rest / 3600, rest / 60 % 60, rest % 60].map((part) => String(Math.floor(part)).padStart(2, '0'))
  return `day ${day} ${WEEKDAYS[day % 7]} ${clock.join(':')}`
}

function isOfMessage(story) {
  return story.message !== null
}

// In a message's story since its creation.
function timeWords(story, time) {
  return isOfMessage(story) ? `+${span(time - story.start_s)}` : moment(time)
}

// From times to places, the same for all stories of a page, in so much room.
// stops: [time, x], in order; ticks: [x, text]; difference: a time that is marked, or null.
function axisOf(stories, width, difference = null) {
  const room = width - namesWidth(width)
  const axis = isOfMessage(stories[0]) ? momentAxis(stories, room, difference) : evenAxis(stories, room)
  return { ...axis, difference, room: width }
}

// Moments get equal distances, so that milliseconds and days fit beside each other.
function momentAxis(stories, room, difference) {
  const all = stories.flatMap((story) => [story.start_s, ...story.events.map((event) => event.time_s)])
  const times = [...new Set(difference === null ? all : [...all, difference])].sort((one, two) => one - two)
  const column = Math.max(58, Math.min(240, (room - MARGIN - LAST) / Math.max(1, times.length - 1)))
  const stops = times.map((time, place) => [time, MARGIN + place * column])
  const words = times.map((time) => timeWords(stories[0], time))
  const ticks = stops.map(([time, x], place) =>
    [x, words[place] === words[place - 1] ? `${span(time - times[place - 1])} later` : words[place]])
  return { stops, width: Math.max(room, stops.at(-1)[1] + LAST), ticks }
}

// A device's run has a scale; the more happens, the wider it is, up to a bound.
function evenAxis(stories, room) {
  const [{ start_s: start, end_s: end }] = stories
  const width = Math.max(room, Math.min(12000, 8 * Math.max(...stories.map((story) => story.events.length))))
  const scale = (width - 5 * MARGIN) / Math.max(1, end - start)
  const step = STEPS.find((one) => one * scale >= 110) ?? STEPS.at(-1)
  const ticks = []
  for (let time = Math.ceil(start / step) * step; time <= end; time += step) {
    const words = moment(time)
    ticks.push([MARGIN + (time - start) * scale, step < 60 ? words : words.slice(0, step < DAY ? -3 : -9)])
  }
  return { stops: [[start, MARGIN], [end, MARGIN + (end - start) * scale]], width, ticks }
}

function placeOf({ stops, width }, time) {
  const next = stops.findIndex(([stop]) => stop >= time)
  if (next < 0) return width
  const [two, to] = stops[next]
  if (next === 0) return two === time ? to : 0
  const [one, from] = stops[next - 1]
  return from + (to - from) * (time - one) / (two - one)
}

// A lane's content

// Bars that say the same and touch are one; what overlaps gets a row of its own, as far as there are.
function barsOf(spans, axis) {
  const bars = [], rows = []
  for (const one of [...spans].sort((a, b) => a.start_s - b.start_s)) {
    const x = placeOf(axis, one.start_s), end = Math.max(x + 1.5, placeOf(axis, one.end_s))
    const near = rows.find((bar) => bar.text === one.text && x - bar.end < 0.5)
    if (near) {
      near.end = Math.max(near.end, end)
      near.end_s = Math.max(near.end_s, one.end_s)
      near.count += 1
      continue
    }
    const free = rows.findIndex((bar) => bar.end <= x)
    const row = free < 0 ? Math.min(rows.length, ROWS - 1) : free
    rows[row] = { ...one, x, end, row, count: 1 }
    bars.push(rows[row])
  }
  return { bars, rows: rows.length }
}

// Events that would touch are one mark; `end` is its right side.
function marksOf(events, axis) {
  const marks = []
  for (const event of events) {
    const x = placeOf(axis, event.time_s)
    if (!marks.length || x - MARK > marks.at(-1).end) marks.push({ x, events: [] })
    const mark = marks.at(-1)
    mark.events.push(event)
    const [first, last] = [mark.events[0].number, event.number]
    mark.text = first === last ? `${first}` : `${first}–${last}`
    mark.end = x > mark.x + MARK ? x + MARK : mark.x + MARK
    mark.end = Math.max(mark.end, mark.x - MARK + widthOf(mark.text) + 10)
  }
  marks.forEach((mark, place) => {
    mark.room = (marks[place + 1]?.x ?? axis.width) - MARK - mark.end - 16
  })
  return marks
}

function laneContent(told, story, axis) {
  const events = story.events.map((event, place) => ({ ...event, number: place + 1 }))
  let top = BAR
  return told.lanes.map(({ name, title }) => {
    const { bars, rows } = barsOf(story.spans.filter((one) => one.lane === name), axis)
    const marks = marksOf(events.filter((event) => event.lane === name), axis)
    const lane = { name, title, bars, marks, top, line: top + rows * BAR + 18, bottom: top + rows * BAR + 36 }
    top = lane.bottom
    return lane
  })
}

// The drawing

function namesWidth(width) {
  return width < 600 ? 96 : 150
}

function canvasOf(lanes, width, attributes) {
  const height = lanes.at(-1).bottom
  const edges = lanes.map(({ top }) => shape('line', { x2: width, y1: top, y2: top, class: 'edge' }))
  return shape('svg', { viewBox: `0 0 ${width} ${height}`, width, height, ...attributes }, ...edges)
}

// The names stay while the lanes are scrolled.
function namesOf(lanes, width) {
  const picture = canvasOf(lanes, width, { class: 'lanes names', 'aria-hidden': 'true' })
  picture.append(...lanes.map(({ title, top, bottom }) =>
    label(6, (top + bottom) / 2 + 4, shorten(title, width - 8))))
  return picture
}

function drawLanes(lanes, story, axis, name) {
  const picture = canvasOf(lanes, axis.width,
    { class: 'lanes', role: 'img', 'aria-label': `${name}: see the list of events` })
  const rule = (x, kind) => shape('line', { x1: x, x2: x, y1: BAR, y2: lanes.at(-1).bottom, class: kind })
  let last = -Infinity
  for (const [x, text] of axis.ticks) {
    picture.append(rule(x, 'tick'))
    if (x - MARK < last) continue
    picture.append(label(x - MARK, 14, text, { class: 'time' }))
    last = x + widthOf(text)
  }
  picture.append(...lanes.flatMap((lane) => lane.bars.map((bar) => barShape(bar, lane))))
  if (axis.difference !== null) picture.append(rule(placeOf(axis, axis.difference), 'difference'))
  const line = new Map(lanes.map((lane) => [lane.name, lane.line]))
  const way = story.events.filter((event) => event.own)
    .map((event) => `${placeOf(axis, event.time_s)},${line.get(event.lane)}`)
  picture.append(shape('polyline', { points: way.join(' '), class: 'way' }),
    ...lanes.flatMap((lane) => lane.marks.map((mark) => markShape(mark, lane.line, story))))
  return picture
}

function barShape(bar, { top }) {
  const y = top + 3 + bar.row * BAR, width = bar.end - bar.x
  const times = bar.count > 1 ? `, ${bar.count} times` : ''
  const words = `${bar.text}${times}: ${moment(bar.start_s)} to ${moment(bar.end_s)} (${span(bar.end_s - bar.start_s)})`
  const text = width < 40 ? null : label(bar.x + 4, y + 13, shorten(bar.text, width - 8))
  return shape('g', {}, shape('title', {}, words),
    shape('rect', { x: bar.x, y, width, height: BAR - 3, class: `kind ${bar.kind}` }), text)
}

function roleOf(events) {
  const role = (name) => events.some((event) => event.role === name)
  return role('end') ? 'end' : role('told') ? 'told' : events.some((event) => event.own) ? 'own' : 'other'
}

function markShape({ x, end, text, events, room }, y, story) {
  const role = roleOf(events)
  const lines = events.slice(0, 20).map((event) => `${timeWords(story, event.time_s)}: ${event.text}`)
  if (events.length > lines.length) lines.push(`and ${events.length - lines.length} more`)
  const words = events.map((event) => event.text).join('; ')
  return shape('g', { class: `event ${role}` }, shape('title', {}, lines.join('\n')),
    shape('rect', { x: x - MARK, y: y - MARK, width: end - x + MARK, height: 2 * MARK, rx: role === 'end' ? 1 : MARK }),
    label((x - MARK + end) / 2, y + 4, text, { 'text-anchor': 'middle', class: 'number' }),
    room < 40 ? null : label(end + 4, y + 4, shorten(words, room), { class: 'text' }))
}

// Around the drawing

function legendOf(told, story, lanes) {
  const kinds = new Set(story.spans.map((one) => one.kind))
  const roles = new Set(lanes.flatMap((lane) => lane.marks.map((mark) => roleOf(mark.events))))
  return element('ul', { class: 'legend' },
    ...told.kinds.filter(({ name }) => kinds.has(name)).map(({ name, title }) =>
      element('li', {}, element('span', { class: `kind ${name}` }, title))),
    ...ROLES.filter(([role]) => roles.has(role)).map(([role, words]) => element('li', {},
      shape('svg', { class: 'lanes', width: 22, height: 22, viewBox: '-11 -11 22 22', 'aria-hidden': 'true' },
        shape('g', { class: `event ${role}` }, shape('rect', { x: -MARK, y: -MARK, width: 2 * MARK, height: 2 * MARK,
          rx: role === 'end' ? 1 : MARK }))), ` ${words}`)),
    element('li', {}, 'Numbers are those of the list of events. Rest the pointer on what has no text.'))
}

function foldedPart(id, summary, ...content) {
  return element('details', { id }, element('summary', {}, summary), ...content)
}

// A message's ending in sentences, or those of a device's messages as a table.
function endingOf(story, id) {
  if (isOfMessage(story)) return story.words.split('\n').map((text) => element('p', {}, text))
  return [foldedPart(`ends ${id}`, 'The fate of each message', element('pre', {}, story.words))]
}

// The swim lanes of a story, their legend, its ending and the list of its events.
// told: what has `lanes` and `kinds`; name: what the story is of.
function storyParts(told, story, axis, name) {
  const lanes = laneContent(told, story, axis)
  const id = `${story.strategy} ${story.replication} ${story.device} ${story.message}`
  const title = new Map(told.lanes.map((lane) => [lane.name, lane.title]))
  const since = isOfMessage(story) ? `, by time since ${moment(story.start_s)}` : ''
  return [
    element('div', { class: 'wide swim', tabindex: 0, role: 'region', 'aria-label': `${name}: swim lanes` },
      namesOf(lanes, namesWidth(axis.room)), drawLanes(lanes, story, axis, name)),
    legendOf(told, story, lanes),
    ...endingOf(story, id),
    foldedPart(`events ${id}`, `Event by event${since}`, element('ol', {}, ...story.events.map((event) =>
      element('li', {}, `${timeWords(story, event.time_s)}, ${title.get(event.lane)}: ${event.text}`)))),
  ]
}
