// Numbers as people read them: at most four digits that count, `.` decimals everywhere.

const GAP = '\u00a0' // between a number and its unit: no line breaks there
const NOTHING = '–'
const DAY = 86400
const SPANS = [['d', DAY], ['h', 3600], ['min', 60], ['s', 1]]

function magnitude(value) {
  return Math.floor(Math.log10(Math.abs(value)))
}

function grouped(text) {
  const [whole, rest] = text.split('.')
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest === undefined ? '' : `.${rest}`)
}

// Three digits that count, four of a whole number; no exponent.
function number(value) {
  if (value === null) return NOTHING
  if (value === 0) return '0'
  if (Number.isInteger(value) && Math.abs(value) < 10000) return grouped(String(value))
  const decimals = Math.min(6, Math.max(0, 2 - magnitude(value)))
  const text = value.toFixed(decimals)
  if (Number(text) === 0) return `under ${grouped((10 ** -decimals).toFixed(decimals))}`
  return grouped(text.includes('.') ? text.replace(/\.?0+$/, '') : text)
}

// Decimals of a share in %: four digits in all, never more than four decimals.
function shareDecimals(share) {
  const size = Math.abs(share) * 100
  if (size === 0 || size >= 100) return 0
  return size >= 1 ? 2 : Math.min(4, 2 - magnitude(size))
}

function percent(share, decimals = shareDecimals(share)) {
  if (share === null) return NOTHING
  const text = (share * 100).toFixed(decimals)
  if (share < 1 && Number(text) >= 100) {
    return `over ${(100 - 10 ** -Math.max(2, decimals)).toFixed(Math.max(2, decimals))}${GAP}%`
  }
  if (share > 0 && Number(text) === 0) return `under ${(10 ** -decimals).toFixed(decimals)}${GAP}%`
  return `${text}${GAP}%`
}

function signed(value, decimals) {
  const text = Math.abs(value).toFixed(decimals)
  return (Number(text) === 0 ? '±' : value < 0 ? '−' : '+') + text
}

// Decimals of a difference in percentage points: three digits, two to four decimals.
function pointDecimals(difference) {
  const size = Math.abs(difference) * 100
  return size === 0 ? 2 : Math.min(4, Math.max(size >= 10 ? 1 : 2, 2 - magnitude(size)))
}

function points(difference, decimals = pointDecimals(difference)) {
  return `${signed(difference * 100, decimals)}${GAP}pp`
}

// 3600 -> "1 h".
function span(seconds) {
  if (seconds === null) return NOTHING
  if (seconds === 0) return `0${GAP}s`
  for (const [word, size] of SPANS) {
    if (Math.abs(seconds) >= size * 0.9995) return `${number(seconds / size)}${GAP}${word}`
  }
  return `${number(seconds * 1000)}${GAP}ms`
}

function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

// A metric's value; with its interval where there is one.
function valueWords(metric, value) {
  return metric.isShare ? percent(value) : metric.isTime ? span(value) : number(value)
}

// Ends that would read alike are told by their distance from the value.
function ends(low, high, words, width) {
  if (low === high) return 'exactly'
  const [first, last] = [words(low), words(high)]
  return first === last ? `±${GAP}${width((high - low) / 2)}` : `${first} to ${last}`
}

// An interval in a sentence.
function intervalPhrase(metric, row) {
  const words = intervalWords(metric, row)
  if (words === 'exactly') return 'the same in all replications'
  return /^(no |at |over |under |±)/.test(words) ? words : `interval ${words}`
}

// Half an interval of a metric, with its own unit: that of the value may be far larger.
function halfWords(metric, half, unit = '%') {
  if (metric.isShare) return `${oneDigit(half * 100)}${GAP}${unit}`
  return metric.isTime ? span(half) : oneDigit(half)
}

// One digit that counts, never more than nine decimals.
function oneDigit(size) {
  return size < 1e-9 ? 'under 0.000000001' : size.toFixed(Math.min(9, Math.max(0, -magnitude(size))))
}

// One end: "at most" and "at least", unless its words say so already ("under", "over").
function oneEnd(bound, words) {
  return /^(over|under) /.test(words) ? words : `${bound} ${words}`
}

// An end where the values end says nothing, and one without end is null.
function intervalWords(metric, [value, low, high]) {
  const isLow = low != null && low !== 0, isHigh = high != null && !(metric.isShare && high === 1)
  if ((low ?? high) == null || (low === 0 && high == null)) return 'no interval'
  if (isLow !== isHigh && low !== high) {
    return isHigh ? oneEnd('at most', valueWords(metric, high)) : oneEnd('at least', valueWords(metric, low))
  }
  const decimals = shareDecimals(value)
  return metric.isShare
    ? ends(low, high, (end) => percent(end, decimals).replace(`${GAP}%`, ''), (half) => halfWords(metric, half))
    : ends(low, high, (end) => valueWords(metric, end), (half) => halfWords(metric, half))
}

function differenceWords(metric, value) {
  if (metric.isShare) return points(value)
  const words = valueWords(metric, Math.abs(value))
  return (value < 0 ? '−' : '+') + words
}

function differenceInterval(metric, [value, low, high]) {
  if (low == null && high == null) return 'no interval'
  if (low == null) return `at most ${differenceWords(metric, high)}`
  if (high == null) return `at least ${differenceWords(metric, low)}`
  const decimals = pointDecimals(value)
  return metric.isShare
    ? ends(low, high, (end) => signed(end * 100, decimals), (half) => halfWords(metric, half, 'pp'))
    : ends(low, high, (end) => differenceWords(metric, end), (half) => halfWords(metric, half))
}
