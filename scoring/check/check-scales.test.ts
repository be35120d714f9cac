import { expect, test } from 'vitest'
import { type Fault, item, problems, spoiled } from '#test/fixtures/definitions/spoil.ts'

const faults: Fault[] = [
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
  [
    'an open total of a sensitive scale',
    'everything',
    ['scales', 4, 'sensitive'],
    undefined,
    'scales[4].of: scale whole: kurallara_uyum_istegi is sensitive, so it must be too',
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
  [
    'norm people at fractions nobody can score',
    'everything',
    ['norms', 'att', 'freqPer'],
    100,
    'its norm has people outside',
  ],
]

test.each(faults)('refuses %s', (_, fixture, path, value, problem) => {
  expect(problems(spoiled(fixture, path, value)).join('\n')).toContain(problem)
})

test('an item may be in two scales when that is said', () => {
  const json = spoiled('checklist', ['scales', 1, 'items', 0], 'c1')
  Object.assign(Object(json), { sharedItems: ['c1'] })
  expect(problems(json)).toEqual([])
})

test('an item is scored where only the checklist counts it', () => {
  const json = spoiled('checklist', ['scales', 1, 'items'], ['c6', 'c7'])
  const counting = (items: string[]) => {
    Object.assign(Object(json).checklist, { items })
    return problems(json).join()
  }
  expect(counting(['c6', 'c7'])).toContain('item c8 is scored nowhere')
  expect(counting(['c6', 'c7', 'c8'])).not.toContain('item c8 is scored nowhere')
})

test('an open scale shares no item with a sensitive one', () => {
  const json = spoiled('everything', ['scales', 2, 'items', 0], 'q5')
  Object.assign(Object(json), { sharedItems: ['q5'] })
  expect(problems(json).join('\n')).toContain(
    'scales[2].items: scale order: item q5 is of kurallara_uyum_istegi, which is sensitive',
  )
})
