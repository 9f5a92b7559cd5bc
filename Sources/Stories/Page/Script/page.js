// The page of `deliverysim explain --format html`: a story, or two of two strategies on one axis.

const page = JSON.parse(document.getElementById('stories').textContent)

function differenceWords({ stories, difference }) {
  if (stories.length < 2) return []
  if (!difference) return [element('p', {}, 'No difference: the events are the same.')]
  return [element('p', { class: 'difference' },
    `The first difference (dashed line): ${moment(difference.time_s)}. ${difference.words}`)]
}

function drawPage(place) {
  const { stories, difference } = page
  const axis = axisOf(stories, place.clientWidth, difference?.time_s)
  place.replaceChildren(...differenceWords(page), ...stories.map((story) => element('section', {},
    stories.length > 1 ? element('h2', {}, story.strategy) : null,
    ...storyParts(page, story, axis, story.strategy))))
  const boxes = [...place.querySelectorAll('.swim')]
  const follow = ({ target }) => boxes.forEach((box) => { box.scrollLeft = target.scrollLeft })
  for (const box of boxes) box.addEventListener('scroll', follow)
}

drawPage(document.getElementById('lanes'))
// Who has no script reads the text.
document.getElementById('text').open = false
