import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FixtureName, readFixture } from '#test/fixtures/definitions/load.ts'
import { checkDefinition } from './check-definition.ts'

/** A fixture with one place changed (`undefined` deletes it); a step of a path is a key or an index. */
function spoiled(name: FixtureName, path: (string | number)[], value: unknown): unknown {
  const json = readFixture(name)
  const last = path.at(-1)
  let here: unknown = json
  for (const step of path.slice(0, -1)) here = child(here, step)
  if (typeof here !== 'object' || here === null || last === undefined) throw new Error(`no ${path.join('.')}`)
  if (value === undefined) Reflect.deleteProperty(here, last)
  else Reflect.set(here, last, value)
  return json
}
function child(json: unknown, step: string | number): unknown {
  if (typeof json !== 'object' || json === null || !(step in json)) throw new Error(`no ${step}`)
  return Reflect.get(json, step)
}
function problems(json: unknown): string[] {
  const checked = checkDefinition(json)
  return checked.ok ? [] : checked.problems.map(({ path, message }) => `${path}: ${message}`)
}

test.each(['everything', 'placement', 'checklist'] as const)('%s is accepted', (name) => {
  expect(problems(readFixture(name))).toEqual([])
})

test('the misspelt report key is accepted and written right', () => {
  const checked = checkDefinition(readFixture('everything'))
  const written = JSON.stringify(checked)
  expect(written).not.toContain('"kuralara_uyum_istegi"')
  expect(checked.ok && checked.definition.scales[3]?.key).toBe('kurallara_uyum_istegi')
  expect(checked.ok && Object.keys(checked.definition.texts.tr.scales ?? {})).toContain(
    'kurallara_uyum_istegi',
  )
})

type Case = [what: string, fixture: FixtureName, path: (string | number)[], value: unknown, problem: string]
const item = (i: number, field: string, section = 0) => ['sections', section, 'items', i, field]

const shape: Case[] = [
  ['another format', 'checklist', ['format'], 2, 'format'],
  ['an unknown field', 'checklist', ['colour'], 'red', 'colour'],
  ['an unknown field of an item', 'checklist', item(0, 'colour'), 'red', 'colour'],
  ['an unknown item type', 'checklist', item(0, 'type'), 'essay', 'sections[0].items[0].type'],
  ['a section without items', 'checklist', ['sections', 0, 'items'], [], 'a section needs items'],
  ['a norm without n', 'everything', ['norms', 'att', 'n'], undefined, 'norms.att.n'],
  ['a norm without source', 'everything', ['norms', 'att', 'source'], undefined, 'norms.att.source'],
  [
    'a norm with an empty source',
    'everything',
    ['norms', 'att', 'source'],
    ' ',
    'norms.att.source: is empty',
  ],
  ['a norm without spread', 'everything', ['norms', 'att', 'sd'], 0, 'norms.att.sd'],
  ['an empty text', 'checklist', ['texts', 'tr', 'name'], '', 'texts.tr.name: is empty'],
  [
    'a file path that climbs',
    'everything',
    item(2, 'image'),
    'https://x/y.svg',
    'sections[0].items[2].image',
  ],
]

const items: Case[] = [
  ['an item twice', 'checklist', item(1, 'id'), 'c1', 'sections[0].items[1].id: item c1 exists twice'],
  ['a section twice', 'placement', ['sections', 1, 'id'], 'low', 'sections[1].id: low exists twice'],
  ['a key that is no option', 'everything', item(0, 'key'), 'e', 'item s1: key e is no option'],
  [
    'a practice key that is no option',
    'placement',
    ['sections', 1, 'practice', 0, 'key'],
    'z',
    'key z is no option',
  ],
  [
    'a key of a part that is no option',
    'everything',
    item(8, 'key'),
    { p1: 'z' },
    'item in1: key z is no option of p1',
  ],
  [
    'a target that is no option',
    'everything',
    item(9, 'key'),
    { s: 'q', t: 'x' },
    'item ma1: key q is no option',
  ],
  [
    'a key that leaves a part out',
    'everything',
    item(9, 'key'),
    { s: 'x' },
    'item ma1: the key must name every part',
  ],
  [
    'an order of some options',
    'everything',
    item(4, 'key'),
    ['w', 'x'],
    'item or1: the key must order all options',
  ],
  [
    'a gap answer in one language',
    'everything',
    item(7, 'key'),
    { p1: { tr: ['x'] }, p2: { number: 1 } },
    'in en',
  ],
  [
    'weights of unknown options',
    'everything',
    item(8, 'weights', 1),
    { a: 1, b: 2 },
    'item q9: weights must name',
  ],
  [
    'loads on an unknown scale',
    'everything',
    item(0, 'loads', 2),
    { a: 'x', b: 'x', c: 'x' },
    'no forced choice scale x',
  ],
  ['an unknown option set', 'checklist', item(0, 'optionSet'), 'x', 'item c1: no option set x'],
  ['an unknown stimulus', 'placement', item(0, 'stimulus', 1), 'x', 'item h1: no stimulus x'],
  ['a stimulus torn apart', 'placement', item(2, 'stimulus', 1), undefined, 'must stand next to each other'],
  [
    'neither options nor a set',
    'checklist',
    item(0, 'optionSet'),
    undefined,
    'item c1 needs either options or',
  ],
  ['a pinned option that is none', 'everything', item(0, 'pinned'), ['x'], 'item s1 has no option x'],
  [
    'three options for true or false',
    'everything',
    item(1, 'options'),
    ['a', 'true', 'false'],
    'exactly two options',
  ],
  ['likert points with a hole', 'checklist', ['optionSets', 'much'], ['0', '1', '3'], 'must count up by one'],
  [
    'a likert option that is no point',
    'checklist',
    ['optionSets', 'much'],
    ['0', '1', 'x'],
    'option x is neither',
  ],
  ['a keyed likert item that judges nothing', 'everything', item(0, 'key', 1), '3', 'only as instructed'],
  ['an instructed item without key', 'everything', item(9, 'key', 1), undefined, 'item v1: instructed needs'],
  ['more items drawn than there are', 'everything', ['sections', 3, 'select'], 7, 'asks for 7 of 6 items'],
]

const scales: Case[] = [
  ['a scale twice', 'checklist', ['scales', 1, 'key'], 'SOM', 'scales[1].key: scale SOM exists twice'],
  [
    'an unknown item',
    'checklist',
    ['scales', 0, 'items', 0],
    'c99',
    'scales[0].items: scale SOM: no item c99',
  ],
  ['an item in two scales', 'checklist', ['scales', 1, 'items', 0], 'c1', 'item c1 is in SOM and OC'],
  [
    'sharing that does not happen',
    'checklist',
    ['sharedItems'],
    ['c1'],
    'sharedItems[0]: c1 is not in two scales',
  ],
  [
    'an item scored nowhere',
    'placement',
    ['scales', 0, 'items'],
    ['l1', 'l2', 'l3', 'l4'],
    'item l5 is scored nowhere',
  ],
  ['a scale without a right answer', 'placement', item(0, 'key'), undefined, 'item l1 has no right answer'],
  ['reverse of a foreign item', 'checklist', ['scales', 0, 'reverse'], ['c9'], 'c9 is none of its items'],
  ['points other than min to max', 'checklist', ['scales', 0, 'max'], 5, 'the points of c1 are not 0 to 5'],
  [
    'weights outside min to max',
    'everything',
    item(8, 'weights', 1),
    { a: 0, b: 3, c: 5 },
    'a weight of q9 is outside',
  ],
  [
    'a right-answer item in a likert scale',
    'everything',
    ['scales', 2, 'items', 0],
    'd1',
    'd1 is neither likert',
  ],
  ['a validity item in a scale', 'everything', ['scales', 2, 'items', 0], 'v3', 'item v3 is desirability'],
  ['an impossible maximum', 'everything', ['scales', 0, 'max'], 13, 'its items give at most 12, not 13'],
  [
    'a limit that lets all be missing',
    'everything',
    ['scales', 2, 'maxMissing'],
    4,
    'scored without any answer',
  ],
  ['items and of', 'everything', ['scales', 4, 'items'], ['q1'], 'scale whole needs either items or of'],
  [
    'of a scale of scales',
    'everything',
    ['scales', 4, 'of'],
    ['order', 'people'],
    'people has no items of its own',
  ],
  ['an unknown norm', 'everything', ['scales', 0, 'norm'], 'x', 'scale skill: no norm x'],
  ['a frequency table of other people', 'everything', ['norms', 'att', 'n'], 11, 'holds 10 people, n is 11'],
  ['a norm mean nobody can score', 'everything', ['norms', 'att', 'mean'], 21, "its norm's mean is 21"],
  [
    'norm people nobody can score like',
    'everything',
    ['norms', 'att', 'freqFrom'],
    18,
    'its norm has people outside',
  ],
]

const band = (i: number, field: string, set = 'symptom') => ['bandSets', set, 'bands', i, field]
const results: Case[] = [
  [
    'a gap between bands',
    'checklist',
    band(0, 'to'),
    0.5,
    'bandSets.symptom.bands[0].to: a gap between low (to 0.5)',
  ],
  ['bands that overlap', 'checklist', band(0, 'to'), 1.5, 'an overlap between low (to 1.5) and mid (from 1)'],
  ['a first band that starts', 'checklist', band(0, 'from'), 0, 'must be open below'],
  ['a last band that ends', 'checklist', band(2, 'to'), 4, 'must be open above'],
  ['a middle band without end', 'checklist', band(1, 'to'), undefined, 'only the last band is open above'],
  [
    'an empty composite',
    'everything',
    ['composites', 0, 'parts'],
    [{ scale: 'order', weight: 0 }],
    'all weights are 0',
  ],
  [
    'a rule without its items',
    'everything',
    item(9, 'role', 1),
    'infrequency',
    'no item has the role instructed',
  ],
  ['a band nobody reaches', 'checklist', band(2, 'from'), 5, 'band high starts at 5, scores go from 0 to 4'],
  ['a band on T without norm', 'everything', ['scales', 0, 'bandSet'], 'standard', 'there is no T here'],
  ['an unknown band set', 'checklist', ['scales', 0, 'bandSet'], 'x', 'no band set x'],
  [
    'a composite of an unknown scale',
    'everything',
    ['composites', 0, 'parts', 0, 'scale'],
    'x',
    'no scale x',
  ],
  [
    'a composite without norm',
    'everything',
    ['composites', 0, 'parts', 0, 'scale'],
    'skill',
    'scale skill has no norm',
  ],
  ['a category that asks for too much', 'everything', ['categories', 0, 'minScored'], 3, 'has 2 scales'],
  [
    'a category named like a scale',
    'everything',
    ['categories', 1, 'key'],
    'skill',
    'the key skill is taken',
  ],
  ['a checklist that may be empty', 'checklist', ['checklist', 'maxMissing'], 10, 'may not all be missing'],
  ['a checklist not from 0', 'checklist', ['optionSets', 'much'], ['1', '2'], 'counts from 0'],
  ['cuts that fall', 'placement', ['placement', 'levels', 2, 'from'], 4, 'cut 4 of C1 plus is not above 4'],
  [
    'a cut nobody reaches',
    'placement',
    ['placement', 'levels', 2, 'from'],
    11,
    'nobody can reach C1 plus: 11 of 10',
  ],
  [
    'a lowest level that starts above 0',
    'placement',
    ['placement', 'levels', 0, 'from'],
    1,
    'must start at 0',
  ],
  [
    'a cap at an unknown level',
    'placement',
    ['placement', 'caps', 0, 'atMost'],
    'B7',
    'there is no level B7',
  ],
  ['a cap of an unknown scale', 'placement', ['placement', 'caps', 0, 'scale'], 'x', 'there is no scale x'],
  ['a rule without limit', 'everything', ['validity', 2, 'medium'], undefined, 'rule rare has no limit'],
  ['limits the wrong way round', 'everything', ['validity', 0, 'low'], 6, 'medium must be below low'],
  [
    'a pair of unknown items',
    'everything',
    ['validity', 5, 'pairs', 0, 'a'],
    'x',
    'there is no likert item x',
  ],
  ['a layout without its results', 'everything', ['report', 'layout'], 'placement', 'needs a placement'],
  ['sensitive without consent', 'checklist', ['notices', 0, 'kind'], 'information', 'explicit consent'],
]

const texts: Case[] = [
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

describe('refuses', () => {
  test.each([...shape, ...items, ...scales, ...results])('%s', (_, fixture, path, value, problem) => {
    expect(problems(spoiled(fixture, path, value)).join('\n')).toContain(problem)
  })
})

describe('misses', () => {
  test.each(texts)('%s', (_, fixture, path, value, problem) => {
    expect(problems(spoiled(fixture, path, value)).join('\n')).toContain(problem)
  })
})

test('what is just possible is accepted', () => {
  // order gives 4 to 20: a norm at the very ends of it.
  expect(problems(spoiled('everything', ['norms', 'att', 'mean'], 20))).toEqual([])
  expect(problems(spoiled('everything', ['norms', 'att', 'mean'], 4))).toEqual([])
  expect(problems(spoiled('everything', ['norms', 'att', 'freqFrom'], 17))).toEqual([])
  expect(problems(spoiled('everything', ['norms', 'att', 'freqFrom'], 4))).toEqual([])
  expect(problems(spoiled('everything', ['sections', 3, 'select'], 6))).toEqual([])
  expect(problems(spoiled('everything', ['scales', 2, 'maxMissing'], 3))).toEqual([])
  expect(problems(spoiled('placement', ['placement', 'levels', 2, 'from'], 10))).toEqual([])
  expect(
    problems(spoiled('checklist', ['bandSets', 'symptom', 'bands', 2], { id: 'high', from: 2 })),
  ).toEqual([])
})

test('an item may be in two scales when that is said', () => {
  const json = spoiled('checklist', ['scales', 1, 'items', 0], 'c1')
  Object.assign(Object(json), { sharedItems: ['c1'] })
  expect(problems(json)).toEqual([])
})

test('an ordering item may not be shown already solved', () => {
  const solved = spoiled('everything', ['sections', 0, 'items', 4, 'options'], ['z', 'y', 'x', 'w'])
  expect(problems(solved)).toEqual([])
  expect(problems(Object.assign(Object(solved), { sections: [unshuffled(solved)] })).join('\n')).toContain(
    'sections[0].items[4].key: item or1: the options are shown in the right order',
  )
})
function unshuffled(json: unknown): object {
  return Object.assign(Object(child(child(json, 'sections'), 0)), { shuffleOptions: false })
}

test('says everything that is wrong at once', () => {
  const json = spoiled('checklist', ['scales', 0, 'items', 0], 'c99')
  Object.assign(Object(child(child(json, 'texts'), 'tr')), { sections: {} })
  expect(problems(json).length).toBeGreaterThanOrEqual(2)
})

test('never throws', () => {
  expect(checkDefinition(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000))).ok).toBe(false)
  fc.assert(
    fc.property(fc.anything(), (json) => {
      expect(checkDefinition(json).ok).toBe(false)
    }),
  )
  const paths = fc.constantFrom<(string | number)[]>(
    ['sections', 0],
    ['sections', 0, 'items', 0],
    ['scales'],
    ['texts', 'tr'],
    ['texts', 'en', 'items'],
    ['bandSets'],
    ['optionSets'],
    ['norms'],
    ['validity'],
    ['report'],
  )
  fc.assert(
    fc.property(paths, fc.jsonValue(), (path, value) => {
      expect(typeof checkDefinition(spoiled('everything', path, value)).ok).toBe('boolean')
    }),
  )
})
