import { expect, test } from 'vitest'
import { child, type Fault, item, problems, spoiled } from '#test/fixtures/definitions/spoil.ts'

const faults: Fault[] = [
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
  [
    'pictures read aloud',
    'everything',
    item(2, 'readAloud'),
    true,
    'item im1: its options are figures, which are never read aloud',
  ],
  [
    'a recording of what is not read aloud',
    'everything',
    ['audio'],
    { tr: { 'items.nobody.prompt': { file: '0'.repeat(64) } } },
    'audio.tr.items.nobody.prompt: no text with this key is read aloud',
  ],
  ['an unknown stimulus', 'placement', item(0, 'stimulus', 1), 'x', 'item h1: no stimulus x'],
  ['a stimulus torn apart', 'placement', item(2, 'stimulus', 1), undefined, 'must be side by side'],
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

test.each(faults)('refuses %s', (_, fixture, path, value, problem) => {
  expect(problems(spoiled(fixture, path, value)).join('\n')).toContain(problem)
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
