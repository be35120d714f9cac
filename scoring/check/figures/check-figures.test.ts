import { expect, test } from 'vitest'
import { formStimulus } from '#scoring/form/form-stimulus.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { problems, spoiled } from '#test/fixtures/definitions/spoil.ts'

type Path = (string | number)[]
const item = (index: number, ...rest: string[]): Path => ['sections', 0, 'items', index, ...rest]
const words = (id: string, key: string): Path => ['texts', 'en', 'stimuli', id, key]

const faults: [string, Path, unknown, string][] = [
  [
    'a missing figure',
    item(2, 'image'),
    'figures/x.svg',
    'sections[0].items[2].image: no figure figures/x.svg',
  ],
  [
    'a missing picture of an option',
    item(2, 'optionImages', 'a'),
    'figures/x.svg',
    'sections[0].items[2].optionImages.a: no figure figures/x.svg',
  ],
  ['a figure nobody names', ['figures', 'figures/x.svg'], '', 'figures.figures/x.svg: belongs to nothing'],
  [
    'a figure that runs',
    ['figures', 'figures/q.svg'],
    '<svg onload="x()"></svg>',
    'figures.figures/q.svg: holds the event onload',
  ],
  [
    'pictures that are not shown',
    item(4, 'optionImages'),
    { w: 'figures/a.svg' },
    'item or1: ordering shows no pictures as options',
  ],
  ['a stimulus without its figure', ['stimuli', 2, 'image'], undefined, 'stimuli[2].image: missing'],
  ['a text with a figure', ['stimuli', 1, 'image'], 'figures/a.svg', 'a procedure shows no figure'],
  ['a figure without words', words('sign', 'alt'), undefined, 'texts.en.stimuli.sign.alt: missing'],
  ['words without a figure', words('steps', 'alt'), 'x', 'texts.en.stimuli.steps.alt: there is no figure'],
  ['one step', words('steps', 'text'), 'Open it.\n\n', 'a procedure has at least two steps'],
  ['a table without rows', words('table', 'text'), 'A | B', 'at least one row'],
  ['a table of one column', words('table', 'text'), 'A\n1', '2 to 4 columns'],
  ['a table that is too wide', words('table', 'text'), 'A | B | C | D | E\n1 | 2 | 3 | 4 | 5', 'here are 5'],
  [
    'a row that is too short',
    words('table', 'text'),
    'A | B\n1 | 2\n3',
    'row 2 has 1 cells, the heads are 2',
  ],
]

test.each(faults)('refuses %s', (_, path, value, problem) => {
  expect(problems(spoiled('everything', path, value)).join('\n')).toContain(problem)
})

test('a table may have empty cells and bars within words', () => {
  const definition = loadFixture('everything')
  const words = definition.texts.tr.stimuli?.table
  if (words) words.text = 'A|1 | B | C\n |  | x'
  expect(formStimulus(definition, 'table', 'tr')).toMatchObject({
    rows: [
      ['A|1', 'B', 'C'],
      ['', '', 'x'],
    ],
  })
})
