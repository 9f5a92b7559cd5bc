// Messages that ended as a bar says, as swim lanes and in sentences.

// Every text stands once in the page: see stories.py.
function unpacked(story) {
  const { lanes, kinds, texts } = run.stories
  const rest = ([lane, own, text]) => ({ lane: lanes[lane].name, own: own === 1, text: texts[text] })
  return { ...story,
    events: story.events.map(([time_s, role, ...one]) => ({ time_s, role, ...rest(one) })),
    spans: story.spans.map(([start_s, end_s, kind, ...one]) => ({ start_s, end_s, kind: kinds[kind].name, ...rest(one) })) }
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

function endingWords(ending) {
  const row = run.fates.find((one) => isEnding(one, ending)) ?? []
  return `${ending[0]}: ${[ending[1], row[3], row[10]].filter((word) => word).join(', ')}`
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
  return element('article', {}, element('h3', {}, where), ...storyParts(run.stories, story, axisOf([story], width), where),
    element('p', { class: 'small' }, 'In a terminal: ', element('code', {}, story.command)))
}
