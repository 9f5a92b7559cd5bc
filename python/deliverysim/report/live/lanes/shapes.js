// Elements of a page and of its drawings.

const SVG = 'http://www.w3.org/2000/svg'
const TEXT = 13 // [px]

function shape(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children)
}

function element(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children)
}

function fill(made, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) made.setAttribute(key, value)
  }
  made.append(...children.filter((child) => child !== null))
  return made
}

function label(x, y, text, attributes = {}) {
  return shape('text', { x, y, ...attributes }, text)
}

// Letters of the page's font are about so wide.
function widthOf(text) {
  return text.length * TEXT * 0.56
}

function shorten(text, room) {
  const most = Math.max(3, Math.floor(room / (TEXT * 0.56)))
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}
