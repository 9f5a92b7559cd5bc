// Shares, differences and intervals as people read them.

// Decimals of a share in %: four digits in all, never more than four decimals.
function shareDecimals(share) {
  const size = Math.abs(share) * 100
  if (size === 0 || size >= 100) return 0
  return size >= 1 ? 2 : Math.min(4, 2 - magnitude(size))
}

// A percentage would say nothing of a share, or of a difference of shares: it is small, and known
// better than to a percentage. low, high: its interval; null where it has none.
function isRare(size, low = null, high = null) {
  const isWide = low !== null && high !== null && high - low >= 2 * PER_MILLION_MAX
  return Math.abs(size) > NOISE_MAX && Math.abs(size) < PER_MILLION_MAX && !isWide
}

// A share would read as 100 % and is not, or as 0 and is not.
function isHidden(share, decimals) {
  const shown = Number((share * 100).toFixed(decimals))
  return (share < 1 && shown >= 100) || (share > 0 && shown === 0)
}

// A rare share is told per million. A share above 0 is never called 0, nor one below 1 all: where its
// interval is too wide for a rare one, it has more digits, four at most.
function percent(share, decimals = shareDecimals(share), low = null, high = null) {
  if (share === null) return NOTHING
  if (share > 0 && share < 1 && isRare(Math.min(share, 1 - share), low, high)) return perMillion(share)
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

function points(difference, low = null, high = null) {
  if (isRare(difference, low, high)) return signOf(difference) + perMillion(Math.abs(difference))
  return `${signed(difference * 100, pointDecimals(difference))}${GAP}pp`
}

function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

// A metric's value; its interval tells how well a share is known.
function valueWords(metric, value, low = null, high = null) {
  if (metric.isShare) return percent(value, shareDecimals(value), low, high)
  return metric.isTime ? span(value) : number(value)
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

// The interval of a share, with so many decimals in %; per million if all of it is rare.
function shareInterval(low, high, decimals) {
  const isNearOne = low > 0.5
  const ends = isNearOne ? [1 - high, 1 - low] : [low, high]
  if (areRare(...ends)) return (isNearOne ? 'all but ' : '') + millionths(...ends, fixed)
  return fromTo(low * 100, high * 100, decimals, '%', fixed)
}

// The same of a difference of shares, in percentage points.
function pointsInterval(low, high, decimals) {
  if (areRare(low, high)) return millionths(low, high, signed)
  return fromTo(low * 100, high * 100, decimals, 'pp', signed)
}

function areRare(low, high) {
  return isRare(Math.max(Math.abs(low), Math.abs(high)))
}

// The larger end has two digits that count, and an end at 0 has none.
function millionths(low, high, write) {
  const most = Math.max(Math.abs(low), Math.abs(high)) * 1e6
  const end = (value, decimals) => value === 0 ? '0' : write(value, decimals)
  return fromTo(low * 1e6, high * 1e6, 1 - magnitude(most), `per${GAP}million`, end)
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
  return metric.isShare ? shareInterval(low, high, shareDecimals(value))
    : amountInterval(metric, [value, low, high], fixed)
}

function differenceWords(metric, value, low = null, high = null) {
  if (metric.isShare) return points(value, low, high)
  return signOf(value) + valueWords(metric, Math.abs(value))
}

function differenceInterval(metric, [value, low, high]) {
  if (low == null && high == null) return 'no interval'
  if (low == null) return `at most ${differenceWords(metric, high)}`
  if (high == null) return `at least ${differenceWords(metric, low)}`
  return metric.isShare ? pointsInterval(low, high, pointDecimals(value))
    : amountInterval(metric, [value, low, high], signed)
}
