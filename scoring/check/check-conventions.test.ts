import { expect, test } from 'vitest'
import { bandWarnings } from '#scoring/check/check-bands.ts'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import { Definition } from '#scoring/definition/definition.ts'
import { scoreAttempt } from '#scoring/score/score.ts'
import { readFixture } from '#test/fixtures/definitions/load.ts'
import { child, item, problems } from '#test/fixtures/definitions/spoil.ts'

type Place = [path: (string | number)[], value: unknown]

/** The fixture with every item type, with some places set (`undefined` deletes one). */
function changed(places: readonly Place[]): unknown {
  const json = readFixture('everything')
  for (const [path, value] of places) {
    const owner = Object(path.slice(0, -1).reduce(child, json))
    const last = path.at(-1) ?? ''
    if (value === undefined) Reflect.deleteProperty(owner, last)
    else Reflect.set(owner, last, value)
  }
  return json
}

const relative = 'relativeTolerance'
/** f2 as a judgement of the most and the least effective option, scored by the scale `skill`. */
const skillItems = ['s1', 'tf1', 'im1', 'mu1', 'or1', 'nu1', 'nu2', 'ga1', 'in1', 'ma1', 'si1', 'f2']
const judgement: Place[] = [
  [item(1, 'loads', 2), undefined],
  [item(1, 'key', 2), { most: 'a', least: 'c' }],
  [['scales', 0, 'items'], skillItems],
  [['scales', 0, 'max'], undefined],
]
const experts: Place[] = [
  [item(10, 'key'), undefined],
  [item(10, 'experts'), { a: 1, b: 3, c: 16 }],
  [['scales', 0, 'max'], undefined],
]
const style = (kind: string, more: object = {}): Place => [
  ['validity', 0],
  { id: 'style', kind, medium: 0.6, ...more },
]
const picks: Place[] = [
  [
    ['scales', 0, 'items'],
    ['s1', 'tf1', 'im1', 'si1'],
  ],
  [['scales', 0, 'max'], undefined],
  [['scales', 0, 'formulaScore'], true],
]

test('a definition may ask for all of them at once, and scores as it says', () => {
  const checked = checkDefinition(
    changed([
      [item(4, 'credit'), 'adjacent'],
      [item(6, relative), 0.05],
      ...experts,
      ...judgement,
      [item(1, 'credit', 2), 'each'],
      [['scales', 1, 'formulaScore'], true],
      style('acquiescence'),
      [['report', 'reliableChange'], true],
    ]),
  )
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems, null, 1))
  const { scales, validity } = scoreAttempt(checked.definition, {
    // z y x w is right: y x and x w follow each other.
    or1: ['y', 'x', 'w', 'z'],
    // 5 % of 42 are 2.1.
    nu2: 44,
    // 16 of 20 experts.
    si1: 'c',
    // The most effective one alone.
    f2: { most: 'a', least: 'b' },
    q1: '5',
    q2: '1',
  })
  expect(scales[0]?.raw).toBeCloseTo(2 / 3 + 1 + 16 / 20 + 1 / 2, 12)
  expect(validity.rules[0]).toMatchObject({ kind: 'acquiescence', value: 0.5, outcome: 'high' })
})

const refused: [what: string, places: Place[], problem: string][] = [
  [
    'both tolerances',
    [[item(5, relative), 0.1]],
    'sections[0].items[5]: item nu1: either tolerance or relativeTolerance',
  ],
  [
    'a share of 0',
    [
      [item(6, 'key'), 0],
      [item(6, relative), 0.1],
    ],
    'item nu2: the key is 0, so only tolerance can be used',
  ],
  [
    'a share of nothing',
    [
      [item(6, 'key'), undefined],
      [item(6, relative), 0.1],
    ],
    'item nu2: relativeTolerance needs a key',
  ],
  ['a share in percent', [[item(6, relative), 5]], 'expected number to be <=0.5'],
  [
    'both tolerances in a gap',
    [[item(7, 'key'), { p1: { tr: ['x'], en: ['x'] }, p2: { number: 1, tolerance: 1, [relative]: 0.1 } }]],
    'sections[0].items[7].key.p2: item ga1: either tolerance or relativeTolerance',
  ],
  ['adjacent places of a pick', [[item(3, 'credit'), 'adjacent']], 'sections[0].items[3].credit'],
  [
    'experts beside a key',
    experts.slice(1),
    'item si1 needs a key, weights or experts, and only one of them',
  ],
  [
    'experts of some options',
    [...experts, [item(10, 'experts'), { a: 1, b: 3 }]],
    'item si1: experts must name every option and nothing else',
  ],
  [
    'experts who chose nothing',
    [...experts, [item(10, 'experts'), { a: 0, b: 0, c: 0 }]],
    'item si1: no expert chose any option',
  ],
  [
    'the worst of unknown options',
    [...judgement, [item(1, 'key', 2), { most: 'a', least: 'z' }]],
    'item f2: key z is no option',
  ],
  [
    'one option as the best and the worst',
    [...judgement, [item(1, 'key', 2), { most: 'a', least: 'a' }]],
    'item f2: a can’t be both the most and the least',
  ],
  [
    'loads beside a key',
    [[item(1, 'key', 2), { most: 'a', least: 'c' }]],
    'item f2 needs either loads or a key',
  ],
  ['neither loads nor a key', [[item(1, 'loads', 2), undefined]], 'item f2 needs either loads or a key'],
  ['credit of a self-description', [[item(1, 'credit', 2), 'each']], 'item f2: credit needs a key'],
  ['points of a self-description', [[item(1, 'points', 2), 2]], 'forced_choice items have no points'],
  ['a judgement that no scale scores', judgement.slice(0, 2), 'item f2 is scored nowhere'],
  [
    'a formula score of other items than picks',
    [[['scales', 0, 'formulaScore'], true]],
    'scale skill: formulaScore needs one pick with one right option, not mu1',
  ],
  [
    'a formula score with two right options',
    [...picks, [item(0, 'key'), ['a', 'b']]],
    'formulaScore needs one pick with one right option, not s1',
  ],
  [
    'a formula score of a total',
    [[['scales', 4], { key: 'whole', kind: 'correct', of: ['drawn'], formulaScore: true, sensitive: true }]],
    'scales[4].formulaScore: scale whole: formulaScore belongs to the scales that it adds up',
  ],
  ['a style without points for it', [style('midpoint', { items: ['q9'] })], 'there is no likert item q9'],
  ['a share above 1', [style('extremity', { medium: 3 })], 'rule style is about a share of 0 to 1'],
  [
    'a midpoint of an even number of points',
    [
      [item(0, 'optionSet', 1), undefined],
      [item(0, 'options', 1), ['1', '2', '3', '4']],
      style('midpoint', { items: ['q1'] }),
    ],
    'rule style: no likert item has points that show midpoint',
  ],
  [
    'a reliable change without an error',
    [
      [['report', 'reliableChange'], true],
      [['norms', 'att', 'reliability'], undefined],
    ],
    'report.reliableChange: reliableChange needs a norm with a reliability',
  ],
]

test.each(refused)('refuses %s', (_, places, problem) => {
  expect(problems(changed(places)).join('\n')).toContain(problem)
})

test('levels can’t be placed by a formula score, which may be below 0', () => {
  const json = readFixture('placement')
  Reflect.set(Object(child(child(json, 'scales'), 0)), 'formulaScore', true)
  expect(problems(json).join()).toContain('can give less than 0')
})

test('bands of scores in parts of a point are measured by their ends, not by whole points', () => {
  const bands = (from: number) => ({
    on: 'raw',
    bands: [
      { id: 'low', to: from },
      { id: 'mid', from, to: from + 0.4 },
      { id: 'high', from: from + 0.4 },
    ],
  })
  const warned = (places: readonly Place[]) => {
    const definition = Definition.parse(
      changed([[['bandSets', 'share'], bands(1.3)], [['scales', 0, 'bandSet'], 'share'], ...places]),
    )
    return bandWarnings(definition).flatMap(({ path, message }) =>
      path === 'scales[0].bandSet' ? message : [],
    )
  }
  const whole: Place[] = [
    [
      ['scales', 0, 'items'],
      ['s1', 'tf1', 'im1', 'si1'],
    ],
  ]
  expect(warned(whole)).toEqual(['no score of skill falls into band mid'])
  expect(warned([...whole, [['scales', 0, 'formulaScore'], true]])).toEqual([])
  expect(warned([...whole, ...experts])).toEqual([])
})
