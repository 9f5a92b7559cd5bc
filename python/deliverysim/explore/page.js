'use strict'

// Asks the server at each move, and shows what it answers. The server knows the units: it gives
// each slider its steps, and says where a value that is typed lies on it.

const study = JSON.parse(document.getElementById('study').textContent)
const token = new URLSearchParams(location.search).get('token')
const one = id => document.getElementById(id)
const PAUSE = 40             // milliseconds: a slider that is drawn moves many times
const SLOW = 5000            // of a run: twice as many replications would take too long
const HISTORY = 50

let values = Object.fromEntries(study.pins.map(pin => [pin.key, pin.start]))
let chosen = new Set(study.strategies)
let asking = null            // what ends the request that there is
let timer = 0
let shown = null             // the entry whose answer is shown
let before = null            // the rows of the one before it
let entries = []
let count = 0

// Elements

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children)
  return made
}

function drawn(name, attributes, text = '') {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.textContent = text
  return made
}

// The question

function layPin(pin, place) {
  const id = `pin-${place}`
  const slider = element('input', {
    type: 'range', id: `${id}-slider`, min: 0, max: pin.steps.length - 1, value: pin.position})
  slider.setAttribute('aria-label', `${pin.key}, slider`)
  const field = element('input', {
    type: 'text', id, value: pin.start, maxLength: 200, placeholder: 'not set', spellcheck: false})
  const wrong = element('p', {id: `${id}-wrong`, className: 'wrong'})
  field.setAttribute('aria-describedby', wrong.id)
  slider.addEventListener('input', () => {
    move(pin, pin.steps[slider.value])
  })
  field.addEventListener('change', () => move(pin, field.value.trim()))
  Object.assign(pin, {slider, field, wrong})
  one('pins').append(element('div', {className: 'pin'},
    element('label', {htmlFor: id, textContent: pin.key}), slider, field, wrong))
  say(pin)
}

// Nothing is the scenario's own value.
function move(pin, value) {
  values[pin.key] = value || pin.start
  pin.field.value = values[pin.key]
  say(pin)
  ask()
}

function say(pin) {
  pin.slider.setAttribute('aria-valuetext', values[pin.key] || 'not set')
}

function layStrategy(name) {
  const isBaseline = name == study.baseline
  const box = element('input', {type: 'checkbox', checked: true, disabled: isBaseline, value: name})
  box.addEventListener('change', () => {
    chosen[box.checked ? 'add' : 'delete'](name)
    ask()
  })
  one('strategies').append(element('label', {}, box, name + (isBaseline ? ' (baseline)' : '')))
}

// Values that are empty are the scenario's own.
function question() {
  return {
    values: Object.fromEntries(Object.entries(values).filter(([, value]) => value != '')),
    strategies: study.strategies.filter(name => chosen.has(name)),
  }
}

function restore(entry) {
  values = {...entry.values}
  chosen = new Set(entry.strategies)
  for (const pin of study.pins) {
    pin.field.value = values[pin.key]
    pin.slider.value = pin.position
    say(pin)
  }
  for (const box of one('strategies').querySelectorAll('input')) box.checked = chosen.has(box.value)
  ask()
}

// Asking

async function post(path, body, signal) {
  const answer = await fetch(path, {
    method: 'POST', signal, body: JSON.stringify(body),
    headers: {'Content-Type': 'application/json', 'X-Token': token},
  }).catch(() => { throw new Error('explore has ended: start it again') })
  const read = await answer.json()
  if (!answer.ok) throw Object.assign(new Error(read.error), {key: read.key})
  return read
}

// A move ends what is asked before: the server ends a run that nobody waits for.
function ask() {
  clearTimeout(timer)
  asking?.abort()
  asking = new AbortController()
  const {signal} = asking
  one('answer').classList.add('old')
  timer = setTimeout(() => refine(signal), PAUSE)
}

async function refine(signal) {
  const asked = question()
  const entry = {...asked, values: {...values}, number: 0, isKept: false}
  try {
    for (let replications = study.first; ;) {
      one('state').textContent = `${replications} replications: computing`
      const start = performance.now()
      const answer = await post('/run', {...asked, replications}, signal)
      if (signal.aborted) return
      show(entry, answer)
      const isLast = replications >= study.last || performance.now() - start > SLOW
      told(entry, replications, isLast)
      if (isLast) return
      replications = Math.min(2 * replications, study.last)
    }
  } catch (error) {
    if (!signal.aborted) complain(error)
  }
}

function complain(error) {
  const pin = study.pins.find(pin => pin.key == error.key)
  one('state').textContent = 'no answer to this; below is the last one'
  one('error').hidden = Boolean(pin)
  one('error').textContent = pin ? '' : error.message
  if (pin) {
    pin.wrong.textContent = error.message
    pin.field.setAttribute('aria-invalid', 'true')
    one('live').textContent = error.message
  }
}

function show(entry, answer) {
  Object.assign(entry, answer)
  one('error').hidden = true
  one('answer').classList.remove('old')
  for (const pin of study.pins) {
    pin.wrong.textContent = ''
    pin.field.removeAttribute('aria-invalid')
    const place = answer.positions[pin.key]
    const isAt = pin.steps[pin.slider.value] == values[pin.key]
    if (!isAt && place != null) pin.slider.value = place
  }
  if (!entry.number) keep(entry)
  else entry.isKept = true
  one('says').textContent = answer.sentences.join(' ')
  layRows(answer)
  draw(answer.rows, before)
  layHistory()
}

function told(entry, replications, isLast) {
  one('state').textContent = `${replications} replications` + (isLast ? '' : ', refining')
  if (replications != study.first && !isLast) return
  const differences = entry.rows.filter(row => row.difference_at)
    .map(row => `${row.strategy} ${row.difference}`)
  one('live').textContent = `${replications} replications: ` +
    (differences.join(', ') || entry.rows.map(row => `${row.strategy} ${row.value}`).join(', '))
}

// The answer

function cell(label, value, range) {
  const made = element('td', {}, element('span', {textContent: value}))
  made.dataset.label = label
  if (range) made.append(element('span', {className: 'range', textContent: range}))
  return made
}

function header(text) {
  return element('th', {scope: 'row', textContent: text})
}

function layRows({metric, heads, rows}) {
  const against = `difference from ${study.baseline}`
  one('heads').replaceChildren(...['strategy', metric, against, ...heads]
    .map(text => element('th', {scope: 'col', textContent: text})))
  one('rows').replaceChildren(...rows.map(row => element('tr', {},
    header(row.strategy),
    cell(metric, row.value, row.range),
    cell(against, row.difference, row.difference_range),
    ...row.others.map((value, place) => cell(heads[place], value)))))
  one('charted').textContent = metric
}

const ROW = 40, EDGE = 8        // pixels of the chart

function draw(rows, old) {
  const oldAt = name => old?.find(row => row.strategy == name)?.at
  const all = rows.flatMap(row => [row.at, oldAt(row.strategy)]).filter(Boolean).flat()
  if (!all.length) return one('drawing').replaceChildren()
  const low = Math.max(0, Math.min(...all))
  const high = Math.max(low + 1e-6, Math.min(1, Math.max(...all)))
  const width = one('drawing').clientWidth, height = rows.length * ROW + 24
  const x = value =>
    EDGE + (Math.min(Math.max(value, low), high) - low) / (high - low) * (width - 2 * EDGE)
  const svg = drawn('svg', {width, height, role: 'img',
    'aria-label': rows.map(row => `${row.strategy}: ${row.value}`).join('; ')})
  rows.forEach((row, place) => {
    const y = place * ROW + 28
    svg.append(
      drawn('text', {x: EDGE, y: y - 10}, row.strategy),
      drawn('line', {x1: EDGE, x2: width - EDGE, y1: y, y2: y, class: 'axis'}))
    mark(svg, oldAt(row.strategy), x, y, 'before', 6)
    mark(svg, row.at, x, y, 'now', 4)
  })
  const digits = Math.max(1, Math.min(4, Math.ceil(-Math.log10((high - low) * 10))))
  const label = value => `${(100 * value).toFixed(digits)} %`
  svg.append(
    drawn('text', {x: EDGE, y: height - 4}, label(low)),
    drawn('text', {x: width - EDGE, y: height - 4, 'text-anchor': 'end'}, label(high)))
  one('drawing').replaceChildren(svg)
}

function mark(svg, at, x, y, name, radius) {
  if (!at) return
  const [value, low, high] = at.map(x)
  svg.append(
    drawn('line', {x1: low, x2: high, y1: y, y2: y, class: name}),
    drawn('circle', {cx: value, cy: y, r: radius, class: name}))
}

// History

// An answer that was only glanced at, on the way to another one, is not kept.
function keep(entry) {
  if (shown && !shown.isKept) entries = entries.filter(other => other != shown)
  else before = shown?.rows ?? null
  entry.number = ++count
  entry.isTicked = false
  shown = entry
  entries = [entry, ...entries].slice(0, HISTORY)
}

function what(entry) {
  const changed = study.pins.filter(pin => entry.values[pin.key] != pin.start)
    .map(pin => `${pin.key} = ${entry.values[pin.key]}`)
  if (entry.strategies.length < study.strategies.length) changed.push(entry.strategies.join(', '))
  return changed.join('; ') || 'the scenario'
}

function layHistory() {
  const focused = document.activeElement.id
  one('history').replaceChildren(...entries.map(entry => {
    const box = element('input', {
      type: 'checkbox', id: `tick-${entry.number}`, checked: entry.isTicked})
    box.addEventListener('change', () => {
      entry.isTicked = box.checked
      compare()
    })
    const back = element('button', {
      type: 'button', id: `back-${entry.number}`, textContent: 'go back', disabled: entry == shown})
    back.setAttribute('aria-label', `go back to ${what(entry)}`)
    back.addEventListener('click', () => restore(entry))
    const differences = entry.rows.filter(row => row.difference_at)
      .map(row => `${row.strategy} ${row.difference}`).join(', ')
    return element('li', {value: entry.number},
      element('label', {}, box, element('span', {className: 'what', textContent: what(entry)})),
      ` ${differences} `, back)
  }))
  // A control that is laid anew while somebody uses it keeps the focus.
  if (/^(tick|back)-/.test(focused)) one(focused)?.focus()
  compare()
}

function compare() {
  const ticked = entries.filter(entry => entry.isTicked)
  if (ticked.length != 2) {
    one('comparison').replaceChildren(...(ticked.length > 2
      ? [element('p', {className: 'faint', textContent: 'Tick only two to compare them.'})] : []))
    return
  }
  const [later, first] = ticked
  const names = first.rows.map(row => row.strategy)
    .filter(name => later.rows.some(row => row.strategy == name))
  const find = (entry, name) => entry.rows.find(row => row.strategy == name)
  const sides = [first, later].map(entry => `${entry.number}: ${what(entry)}`)
  one('comparison').replaceChildren(element('table', {},
    element('thead', {}, element('tr', {}, ...['strategy', ...sides].map(text =>
      element('th', {scope: 'col', textContent: text})))),
    element('tbody', {}, ...names.map(name => element('tr', {}, header(name),
      ...[first, later].map((entry, side) => {
        const row = find(entry, name)
        const difference = row.difference_at ? `, ${row.difference}` : ''
        return cell(sides[side], row.value + difference, row.range)
      }))))))
}

// Saving

one('saving').addEventListener('submit', async event => {
  event.preventDefault()
  const place = one('saved')
  try {
    const {file, command} = await post('/save', {...question(), name: one('name').value.trim()})
    place.className = ''
    place.replaceChildren(`Written: ${file}. Run it with `, element('code', {textContent: command}))
  } catch (error) {
    place.className = 'wrong'
    place.textContent = error.message
  }
})

// Beginning

one('population').textContent = `${study.scenario}, with ${study.devices} of its ` +
  `${study.devices_all} devices: quick, with wider intervals.`
study.pins.forEach(layPin)
study.strategies.forEach(layStrategy)
one('save').hidden = !study.can_save
one('question').addEventListener('submit', event => event.preventDefault())
one('reset').addEventListener('click', () => restore({
  values: Object.fromEntries(study.pins.map(pin => [pin.key, pin.start])), strategies: study.strategies}))
addEventListener('resize', () => shown && draw(shown.rows, before))
ask()
