// Messages that ended as a bar says, as swim lanes and in sentences.

const COLUMN = 58, LANE = 46, HEAD = 150 // [px]

// Every text stands once in the page: see stories.py.
function unpacked(story) {
  const { lanes, texts } = run.stories
  const rest = ([lane, own, text]) => ({ lane: lanes[lane].name, own: own === 1, text: texts[text] })
  return { ...story,
    events: story.events.map(([time_s, ...one]) => ({ time_s, ...rest(one) })),
    spans: story.spans.map(([start_s, end_s, ...one]) => ({ start_s, end_s, ...rest(one) })) }
}

// Those in the page that end so, if they are of the design point shown.
function storiesOf([strategy, fate, stage, cause, repair]) {
  if (run.stories?.design_point !== selection.at) return []
  return run.stories.stories.filter((one) => one.strategy === strategy && one.fate === fate
    && one.stage === stage && one.cause === cause && one.repair === repair)
}

// The command that looks for messages that end so, in the first replication.
function searchCommand([strategy, fate, stage, cause, repair]) {
  const source = run.stories?.source ?? 'DIR'
  const place = run.points.length > 1 ? ['--design-point', selection.at] : []
  const ending = [['--stage', stage], ['--cause', cause], ['--repair', repair]]
    .filter(([, value]) => value).flat()
  return ['deliverysim find', fate, /^[\w./-]+$/.test(source) ? source : `'${source.replaceAll("'", "'\\''")}'`,
    ...place, '--strategy', strategy, ...ending].join(' ')
}

function endingWords([strategy, fate, , cause, repair]) {
  const how = [fate, cause.replaceAll('-', ' '), repair && repair !== 'none' ? `repair: ${repair}` : '']
  return `${strategy}: ${how.filter((word) => word).join(', ')}`
}

function drawStories(figure) {
  const { story } = selection
  if (!run.stories || run.stories.missing) {
    const why = run.stories?.missing ?? 'the page was made without the tool.'
    return nothing(figure, `Stories are missing: ${why}`)
  }
  if (!story) return nothing(figure, 'Choose a bar above: messages that ended so are shown here.')
  if (run.stories.design_point !== selection.at) {
    figure.replaceChildren(element('p', { class: 'small' }, 'The stories in this page are of another design point: ',
      button(pointWords(run.stories.design_point), () => choose({ at: run.stories.design_point }, 'stories'))))
    return undefined
  }
  const found = storiesOf(story).map(unpacked)
  const head = element('p', {}, element('strong', {}, endingWords(story)), ' ', button('Close', () => choose({ story: null })))
  if (!found.length) {
    figure.replaceChildren(head, element('p', {}, 'No such message among those that were looked at. '
      + 'To look for one, in a terminal: ', element('code', {}, searchCommand(story))))
    return undefined
  }
  figure.replaceChildren(head, ...found.map((one) => storyBlock(one, figure.clientWidth)))
}

function storyBlock(story, width) {
  const where = `Message ${story.message} of device ${story.device}, replication ${story.replication}`
  return element('article', {}, element('h3', {}, where),
    element('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': `${where}: swim lanes` }, lanes(story, width)),
    ...story.words.split('\n').map((text) => element('p', {}, text)),
    element('details', { id: `events ${story.replication} ${story.device} ${story.message}` }, element('summary', {}, 'Event by event'),
      element('ol', {}, ...story.events.map((event) => element('li', {},
        `${since(story, event.time_s)}, ${titleOf(event.lane)}: ${event.text}`))),
      element('p', { class: 'small' }, 'In a terminal: ', element('code', {}, story.command))))
}

function since(story, time) {
  const late = time - story.start_s
  return late < 0 ? `${span(-late)} before` : `+${span(late)}`
}

function titleOf(lane) {
  return run.stories.lanes.find((one) => one.name === lane)?.title ?? lane
}

// Moments get equal distances, so that milliseconds and days fit beside each other; a moment with
// several events in a lane gets more room.
function columns(story, width) {
  const times = [...new Set(story.events.map((event) => event.time_s))].sort((a, b) => a - b)
  const spots = []
  const column = Math.max(COLUMN, Math.min(170, (width - HEAD) / times.length))
  let x = HEAD + 20
  for (const time of times) {
    const here = story.events.filter((event) => event.time_s === time)
    const most = Math.max(...run.stories.lanes.map(({ name }) => here.filter((event) => event.lane === name).length))
    spots.push({ time, x })
    x += Math.max(column, most * 20 + 14)
  }
  return { spots, width: x }
}

// Where a time lies among the moments.
function placeOf({ spots, width }, time) {
  if (time <= spots[0].time) return time === spots[0].time ? spots[0].x : HEAD
  for (let place = 1; place < spots.length; place++) {
    const [one, two] = [spots[place - 1], spots[place]]
    if (time <= two.time) return one.x + (two.x - one.x) * (time - one.time) / (two.time - one.time)
  }
  return time === spots.at(-1).time ? spots.at(-1).x : width
}

function lanes(story, room) {
  const frame = columns(story, room)
  const bottom = run.stories.lanes.length * LANE
  const picture = shape('svg', { viewBox: `0 0 ${frame.width} ${bottom + 26}`, width: frame.width,
    height: bottom + 26, class: 'lanes', role: 'img', 'aria-label': story.words })
  const top = new Map(run.stories.lanes.map(({ name }, place) => [name, place * LANE]))
  run.stories.lanes.forEach(({ title }, place) => picture.append(
    shape('line', { x1: 0, x2: frame.width, y1: (place + 1) * LANE, y2: (place + 1) * LANE, class: 'grid' }),
    label(4, place * LANE + LANE / 2 + 4, shorten(title, HEAD - 6))))
  for (const span of story.spans) picture.append(...spanMarks(frame, span, top.get(span.lane)))
  let last = -Infinity
  for (const { time, x } of frame.spots) {
    const text = since(story, time)
    picture.append(shape('line', { x1: x, x2: x, y1: 0, y2: bottom, class: 'moment' }))
    if (x - widthOf(text) / 2 < last) continue
    picture.append(label(x, bottom + 18, text, { 'text-anchor': 'middle', class: 'when' }))
    last = x + widthOf(text) / 2 + 6
  }
  picture.append(...eventMarks(story, frame, top))
  return picture
}

function spanMarks(frame, span, y) {
  const x = Math.max(HEAD, placeOf(frame, span.start_s)), end = placeOf(frame, span.end_s)
  const width = Math.max(3, end - x)
  const text = widthOf(span.text) < width - 8 ? span.text : shorten(span.text, width - 8)
  return [shape('rect', { x, y: y + 4, width, height: LANE - 8, class: `span ${span.own ? 'own' : 'other'}` },
    shape('title', {}, span.text)),
  width > 40 ? label(x + 4, y + 15, text, { class: 'when' }) : null].filter((one) => one)
}

// Numbered as in the list below; a line joins those of the message itself.
function eventMarks(story, frame, top) {
  const used = new Map()
  const spots = story.events.map((event) => {
    const key = `${event.time_s} ${event.lane}`
    const before = used.get(key) ?? 0
    used.set(key, before + 1)
    return { event, x: placeOf(frame, event.time_s) + before * 20, y: top.get(event.lane) + LANE - 15 }
  })
  const own = spots.filter(({ event }) => event.own).map(({ x, y }) => `${x},${y}`)
  return [shape('polyline', { points: own.join(' '), class: 'way' }), ...spots.map(({ event, x, y }, place) =>
    shape('g', {}, shape('title', {}, `${since(story, event.time_s)}: ${event.text}`),
      shape('circle', { cx: x, cy: y, r: 9, class: event.own ? 'event own' : 'event' }),
      label(x, y + 4, String(place + 1), { 'text-anchor': 'middle', class: event.own ? 'number own' : 'number' })))]
}
