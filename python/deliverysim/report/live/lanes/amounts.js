// Numbers as people read them: at most four digits that count, `.` decimals everywhere.

const GAP = '\u00a0' // between a number and its unit: no line breaks there
const NOTHING = '–'
const DAY = 86400
const SPANS = [['d', DAY], ['h', 3600], ['min', 60], ['s', 1], ['ms', 0.001]]

function magnitude(value) {
  return Math.floor(Math.log10(Math.abs(value)))
}

function grouped(text) {
  const [whole, rest] = text.split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest === undefined ? '' : `.${rest}`)
}

// Decimals of a number that is no share: three digits that count, six decimals at most.
function numberDecimals(value) {
  return value === 0 ? 0 : Math.min(6, Math.max(0, 2 - magnitude(value)))
}

// Three digits that count, four of a whole number; no exponent.
function number(value) {
  if (value === null) return NOTHING
  if (value === 0) return '0'
  if (Number.isInteger(value) && Math.abs(value) < 10000) return grouped(String(value))
  const decimals = numberDecimals(value)
  const text = value.toFixed(decimals)
  if (Number(text) === 0) return `under ${grouped((10 ** -decimals).toFixed(decimals))}`
  return grouped(text.includes('.') ? text.replace(/\.?0+$/, '') : text)
}

// The unit that people use for a time, and its seconds.
function spanUnit(seconds) {
  if (seconds === 0) return ['s', 1]
  return SPANS.find(([, size]) => Math.abs(seconds) >= size * 0.9995) ?? SPANS.at(-1)
}

// 3600 -> "1 h".
function span(seconds) {
  if (seconds === null) return NOTHING
  const [word, size] = spanUnit(seconds)
  return `${number(seconds / size)}${GAP}${word}`
}
