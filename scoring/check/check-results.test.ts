import { expect, test } from 'vitest'
import { type Fault, item, problems, spoiled } from '#test/fixtures/definitions/spoil.ts'

const band = (i: number, field: string, set = 'symptom') => ['bandSets', set, 'bands', i, field]
const faults: Fault[] = [
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
  ['a flag from an unknown band', 'checklist', ['scales', 0, 'flagFrom'], 'x', 'scale SOM: no band x'],
  [
    'a flag in an open test',
    'everything',
    ['scales', 0, 'flagFrom'],
    'x',
    'only a sensitive inventory has flags',
  ],
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
  [
    'a level that uses a sensitive scale',
    'placement',
    ['scales', 0, 'sensitive'],
    true,
    'placement.scales[0]: low is sensitive, and everybody sees the level',
  ],
  [
    'a level by points that can be lost',
    'placement',
    ['sections', 0, 'items', 0],
    { id: 'l1', type: 'situational', options: ['a', 'b'], weights: { a: 1, b: -1 } },
    'placement.scales[0]: scale low can give less than 0, and no level is below 0',
  ],
  [
    'a cap that holds nobody down',
    'placement',
    ['placement', 'caps', 0, 'atMost'],
    'C1 plus',
    'placement.caps[0].atMost: C1 plus is the highest level, so the cap holds nobody down',
  ],
  [
    'a scale twice in a composite',
    'everything',
    ['composites', 0, 'parts'],
    [
      { scale: 'order', weight: 1 },
      { scale: 'order', weight: -1 },
    ],
    'composites[0].parts[1].scale: order is in it twice',
  ],
  [
    'a share in percent',
    'checklist',
    ['validity'],
    [{ id: 'v', kind: 'unanswered', medium: 10 }],
    'validity[0]: rule v is about a share of 0 to 1 and never comes to 10',
  ],
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

test.each(faults)('refuses %s', (_, fixture, path, value, problem) => {
  expect(problems(spoiled(fixture, path, value)).join('\n')).toContain(problem)
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

test('refuses a validity rule over items in a checklist that lists its items', () => {
  const json = spoiled('checklist', item(0, 'role'), 'desirability')
  Object.assign(Object(json).checklist, { items: ['c1', 'c2', 'c3'], maxMissing: 1 })
  expect(problems(json)).toContain('checklist.items: item c1 is desirability, it is not scored here')
})

test('what can be reached is known of items that are drawn, too', () => {
  // Three of six are drawn.
  const drawn = (max: number) => {
    const json = spoiled('everything', ['scales', 1, 'max'], max)
    return problems(json)
  }
  expect(drawn(3)).toEqual([])
  expect(drawn(6)).toEqual(['scales[1].max: scale drawn: its items give at most 3, not 6'])
  // Two of five, and five more: nobody gets to eight.
  const cut = (from: number) => {
    const json = spoiled('placement', ['placement', 'levels', 2, 'from'], from)
    Object.assign(Object(json).sections[0], { select: 2 })
    return problems(json)
  }
  expect(cut(7)).toEqual([])
  expect(cut(8)).toEqual(['placement.levels[2].from: nobody can reach C1 plus: 8 of 7'])
})

test('refuses an open checklist over a sensitive scale, and takes both where the whole test is sensitive', () => {
  const json = spoiled('checklist', ['scales', 0, 'sensitive'], true)
  expect(problems(json)).toEqual([])
  Object.assign(Object(json), { sensitive: false })
  expect(problems(json)).toContain('checklist.items: SOM is sensitive, and everybody sees the checklist')
  Object.assign(Object(json).checklist, { items: ['c6', 'c7', 'c8'] })
  expect(problems(json).join()).not.toContain('everybody sees the checklist')
})
