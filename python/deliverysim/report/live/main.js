// The controls, the sections of the page, and what happens when the reader chooses.

const FRONT = ' A line joins the strategies that may be chosen and that no other of them beats in gain and price.'

const SECTIONS = [
  ['main', mainHead, drawMetric, () => selection.along === null
    ? `Bars are ${run.confidence} intervals.`
    : `Bars are ${run.confidence} intervals; the triangle marks the design point that the other charts show. `
      + 'Click a value, or press Enter, to choose another.'],
  ['table', () => ['In numbers'], drawTable, tableCaption],
  ['fates', () => ['Where notifications end'], drawFates, fateCaption],
  ['stories', () => ['Stories'], drawStories, () => ''],
  ['cost', costHead, drawFrontier, () => `${corner()}${front().length ? FRONT : ''}`],
  ['delays', () => ['Delays'], drawDelays, delayCaption],
  ['time', () => ['Deliverability over time'], drawTimeline, timeCaption],
  ['concentration', () => ['Who bears the losses'], drawConcentration,
    () => 'The share of all losses that the most affected devices bear.'],
  ['controls', () => ['What controls save'], drawSavings, savingsCaption],
]

function fateCaption() {
  return 'Owed notifications that were not shown, by where and why their last copy was lost, from the server '
    + '(top) to the device.'
}

function timeCaption() {
  return 'By time of creation, over all replications'
    + (run.timeline.isHours ? '.' : '; day 0 is a Monday'
      + (run.timeline.weekends.length ? ', Saturdays and Sundays are shaded.' : '.'))
}

function select(name, options, value, act) {
  const made = element('select', {}, ...options.map(([key, text]) => element('option', { value: key }, text)))
  made.value = value
  made.addEventListener('change', () => act(made.value))
  return element('label', {}, `${name} `, made)
}

// A select of metrics, and the column of metrics.csv that is chosen.
function metricSelect(name, key) {
  const options = Object.entries(run.metrics.all).map(([column, metric]) => [column, metric.words])
  const made = select(name, options, selection[key], (value) => choose({ [key]: value }))
  for (const option of made.querySelectorAll('option')) option.title = option.value
  return [made, element('code', {}, selection[key])]
}

function mainHead() {
  const along = selection.along === null ? [] : [select('along', run.factors.map((factor, place) =>
    [place, factor.label]), selection.along, (value) => choose({ along: Number(value) }))]
  return ['', ...metricSelect('Show', 'metric'), ...along]
}

function costHead() {
  return ['What it costs', ...metricSelect('against', 'cost')]
}

function strategyControl(one) {
  const box = element('input', { type: 'checkbox' })
  box.checked = !selection.off.has(one)
  box.addEventListener('change', () => {
    const off = new Set(selection.off)
    if (box.checked) off.delete(one)
    else off.add(one)
    choose({ off })
  })
  const word = one === run.baseline ? ' (baseline)' : ''
  return element('label', { class: 'strategy' }, box, swatch(one), ` ${run.strategies[one].name}${word}`)
}

function drawControls(place) {
  const count = run.strategies.length
  const parts = [element('fieldset', {},
    element('legend', {}, `Strategies: ${chosen().length} of ${count} selected`),
    ...run.strategies.map((_, one) => strategyControl(one)),
    count > MANY ? button('All', () => choose({ off: new Set() })) : null)]
  if (run.points.length > 1) {
    const selects = run.isSample
      ? [select('number', run.points.map((_, point) => [point, String(point)]), selection.at,
        (value) => choose({ at: Number(value) }))]
      : run.factors.map((factor, number) => select(factor.label,
        factor.words.map((words, value) => [value, words]), run.points[selection.at][number],
        (value) => choose({ at: pointWith(number, Number(value)) })))
    parts.push(element('fieldset', {}, element('legend', {}, 'Design point'), ...selects,
      element('p', { class: 'small' },
        `Design point ${selection.at}; they run from 0 to ${run.points.length - 1}.`)))
  }
  parts.push(button('Start again', () => choose(initial())))
  place.replaceChildren(...parts)
}

function isAbsent(name) {
  return (name === 'time' && !run.timeline)
    || (name === 'controls' && !run.hasControls)
    || (name === 'cost' && (!selection.cost || run.strategies.length < 2))
}

function drawSection(section, [name, head, draw, caption]) {
  const [title, ...controls] = head()
  const figure = section.querySelector('figure')
  const plot = figure.firstElementChild
  section.querySelector('h2').replaceChildren(title || capital(run.metrics.all[selection.metric].words))
  section.querySelector('.choices').replaceChildren(...controls)
  figure.lastElementChild.textContent = caption()
  draw(plot)
}

// The element that had the focus has it again after everything is drawn anew, and what was open is open.
function redraw() {
  const stops = () => [...document.querySelectorAll(
    ':is(#controls, #live) :is(input, select, button, [tabindex])')]
  const place = stops().indexOf(document.activeElement)
  const open = new Set([...document.querySelectorAll('#live details[open]')].map((one) => one.id))
  drawAll()
  for (const one of document.querySelectorAll('#live details')) one.open = open.has(one.id)
  if (place >= 0) stops()[place]?.focus({ preventScroll: true })
}

function drawAll() {
  hideTip()
  drawControls(document.getElementById('controls'))
  drawAnswer(document.getElementById('tiles'))
  drawExtremes(document.getElementById('extremes'))
  const places = run.points.length > 1 ? ` at ${pointWords(selection.at)}` : ''
  document.getElementById('news').textContent = `Shown: ${listed(chosen().map((one) => run.strategies[one].name))}${places}`
  for (const part of SECTIONS) {
    if (!isAbsent(part[0])) drawSection(document.getElementById(`live-${part[0]}`), part)
  }
}

function choose(changes, goTo = null) {
  Object.assign(selection, changes)
  writeAddress()
  redraw()
  if (goTo) {
    const section = document.getElementById(`live-${goTo}`)
    section.scrollIntoView({ block: 'start' })
    section.querySelector('h2').focus({ preventScroll: true })
  }
}

function start() {
  readAddress()
  document.documentElement.classList.add('live')
  const live = document.getElementById('live')
  for (const [name] of SECTIONS.filter(([name]) => !isAbsent(name))) {
    live.append(element('section', { id: `live-${name}` }, element('h2', { tabindex: -1 }),
      element('p', { class: 'choices' }), element('figure', {}, element('div', { class: 'plot' }), element('figcaption'))))
  }
  document.body.append(tip)
  drawAll()
  addEventListener('hashchange', () => { readAddress(); redraw() })
  let width = innerWidth
  addEventListener('resize', () => {
    if (innerWidth !== width) redraw()
    width = innerWidth
  })
}

start()
