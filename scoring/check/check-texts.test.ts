import { expect, test } from 'vitest'
import { type Fault, problems, spoiled } from '#test/fixtures/definitions/spoil.ts'

const faults: Fault[] = [
  [
    'a prompt',
    'everything',
    ['texts', 'en', 'items', 's1', 'prompt'],
    undefined,
    'texts.en.items.s1.prompt: missing',
  ],
  [
    'an item',
    'everything',
    ['texts', 'tr', 'items', 's1'],
    undefined,
    'texts.tr.items.s1: missing translation',
  ],
  [
    'an option',
    'everything',
    ['texts', 'tr', 'items', 's1', 'options', 'b'],
    undefined,
    'texts.tr.items.s1.options.b',
  ],
  [
    'a label of a set',
    'checklist',
    ['texts', 'en', 'optionSets', 'much', '3'],
    undefined,
    'texts.en.optionSets.much.3',
  ],
  [
    'a part',
    'everything',
    ['texts', 'tr', 'items', 'ga1', 'parts', 'p2'],
    undefined,
    'texts.tr.items.ga1.parts.p2',
  ],
  [
    'an option of a part',
    'everything',
    ['texts', 'tr', 'items', 'in1', 'parts', 'p1', 'options', 'y'],
    undefined,
    'texts.tr.items.in1.parts.p1.options.y',
  ],
  [
    'a picture’s words',
    'everything',
    ['texts', 'tr', 'items', 'im1', 'alt'],
    undefined,
    'texts.tr.items.im1.alt',
  ],
  [
    'feedback',
    'everything',
    ['texts', 'tr', 'items', 'try1', 'feedback'],
    undefined,
    'practice needs feedback',
  ],
  ['a section', 'checklist', ['texts', 'tr', 'sections', 'all'], undefined, 'texts.tr.sections.all: missing'],
  [
    'a notice',
    'checklist',
    ['texts', 'tr', 'notices', 'consent'],
    undefined,
    'texts.tr.notices.consent: missing',
  ],
  [
    'a pre-test line',
    'everything',
    ['texts', 'en', 'preTest', 'calm'],
    undefined,
    'texts.en.preTest.calm: missing',
  ],
  ['a scale', 'checklist', ['texts', 'en', 'scales', 'OC'], undefined, 'texts.en.scales.OC: missing'],
  [
    'an axis label',
    'everything',
    ['texts', 'en', 'scales', 'skill', 'short'],
    undefined,
    'the scale labels an axis',
  ],
  [
    'a band',
    'checklist',
    ['texts', 'en', 'bands', 'symptom', 'mid'],
    undefined,
    'texts.en.bands.symptom.mid: missing',
  ],
  ['a level', 'placement', ['texts', 'en', 'levels', 'A2'], undefined, 'texts.en.levels.A2: missing'],
  ['a passage', 'placement', ['texts', 'en', 'stimuli', 'text'], undefined, 'texts.en.stimuli.text: missing'],
  ['the indices', 'checklist', ['texts', 'tr', 'checklist'], undefined, 'texts.tr.checklist: missing'],
  [
    'the notice of a simulated result',
    'placement',
    ['texts', 'tr', 'report', 'notice'],
    undefined,
    'without its notice',
  ],
  [
    'questions in one language',
    'checklist',
    ['texts', 'tr', 'scales', 'OC', 'interview'],
    ['?'],
    'as many questions',
  ],
  ['words for nothing', 'checklist', ['texts', 'tr', 'items', 'zz'], { prompt: 'x' }, 'belongs to nothing'],
  [
    'a gap that does not exist',
    'everything',
    ['texts', 'tr', 'items', 'ga1', 'prompt'],
    '[[p9]]',
    '[[p9]] is no part',
  ],
  [
    'a second language of one-language items',
    'placement',
    ['texts', 'tr', 'items', 'l1'],
    { prompt: 'x' },
    'in en only',
  ],
]

test.each(faults)('misses %s', (_, fixture, path, value, problem) => {
  expect(problems(spoiled(fixture, path, value)).join('\n')).toContain(problem)
})
