// Shares, differences and intervals as people read them.

// Decimals of a share in %: four digits in all, never more than four decimals.
function shareDecimals(share) {
  const size = Math.abs(share) * 100
  if (size === 0 || size >= 100) return 0
  return size >= 1 ? 2 : Math.min(4, 2 - magnitude(size))
}

// A share would read as 100 % and is not, or as 0 and is not.
function isHidden(share, decimals) {
  const shown = Number((share * 100).toFixed(decimals))
  return (share < 1 && shown >= 100) || (share > 0 && shown === 0)
}

// Such a share has more digits, four at most, or is told per million.
function percent(share, decimals = shareDecimals(share)) {
  if (share === null) return NOTHING
  let places = decimals
  while (isHidden(share, places)) {
    if (places >= 4) return perMillion(share)
    places += 1
  }
  return `${(share * 100).toFixed(places)}${GAP}%`
}

// A small share with two digits that count; of one near 1 what is missing.
function perMillion(share) {
  const rest = Math.min(share, 1 - share) * 1e6
  const text = Number(rest.toFixed(Math.max(0, 1 - magnitude(rest)))).toString()
  return `${share > 0.5 ? 'all but ' : ''}${text}${GAP}per${GAP}million`
}

function fixed(value, decimals) {
  return grouped(value.toFixed(decimals))
}

// Only what is exactly 0 has no sign: that of "−0.00" says on which side of 0 it is.
function signOf(value) {
  return value < 0 ? '−' : value > 0 ? '+' : ''
}

function signed(value, decimals) {
  return signOf(value) + fixed(Math.abs(value), decimals)
}

// Decimals of a difference in percentage points: three digits, two to four decimals.
function pointDecimals(difference) {
  const size = Math.abs(difference) * 100
  return size === 0 ? 2 : Math.min(4, Math.max(size >= 10 ? 1 : 2, 2 - magnitude(size)))
}

function points(difference, decimals = pointDecimals(difference)) {
  return `${signed(difference * 100, decimals)}${GAP}pp`
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

// An interval in a sentence.
function intervalPhrase(metric, row) {
  const [, low, high] = row
  if (low != null && low === high) return 'the same in all replications'
  return oneEnd(metric, row) ?? `interval ${intervalWords(metric, row)}`
}

// Decimals that keep one digit of half an interval, so that its ends differ; nine at most.
function halfDecimals(half) {
  return half < 1e-9 ? 0 : Math.max(0, -magnitude(half))
}

// "94.857 to 94.865 %": with these decimals, or more where the ends would read alike.
function fromTo(low, high, least, unit, write) {
  const decimals = Math.max(least, halfDecimals((high - low) / 2))
  return `${write(low, decimals)} to ${write(high, decimals)}${unit && GAP + unit}`
}

// Both ends of a time or a number have the unit and the decimals of the value, or of half the
// interval where that is larger.
function amountInterval(metric, [value, low, high], write) {
  const size = Math.max(Math.abs(value), (high - low) / 2)
  const [unit, scale] = metric.isTime ? spanUnit(size) : ['', 1]
  const ends = [low / scale, high / scale]
  const decimals = ends.every(Number.isInteger) ? 0 : numberDecimals(size / scale)
  return fromTo(...ends, decimals, unit, write)
}

// Words for an interval without two ends: an end where the values end says nothing, and one without
// end is null. Else null.
function oneEnd(metric, [, low, high]) {
  const isLow = low != null && low !== 0, isHigh = high != null && !(metric.isShare && high === 1)
  if ((low ?? high) == null || (low === 0 && high == null)) return 'no interval'
  if (isLow === isHigh || low === high) return null
  const end = isHigh ? high : low
  return `${isHigh ? 'at most' : 'at least'} ${valueWords(metric, end)}`
}

function intervalWords(metric, row) {
  const [value, low, high] = row, one = oneEnd(metric, row)
  if (one) return one
  return metric.isShare ? fromTo(low * 100, high * 100, shareDecimals(value), '%', fixed)
    : amountInterval(metric, [value, low, high], fixed)
}

function differenceWords(metric, value) {
  if (metric.isShare) return points(value)
  return signOf(value) + valueWords(metric, Math.abs(value))
}

function differenceInterval(metric, [value, low, high]) {
  if (low == null && high == null) return 'no interval'
  if (low == null) return `at most ${differenceWords(metric, high)}`
  if (high == null) return `at least ${differenceWords(metric, low)}`
  return metric.isShare ? fromTo(low * 100, high * 100, pointDecimals(value), 'pp', signed)
    : amountInterval(metric, [value, low, high], signed)
}
