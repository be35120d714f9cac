import { expect, test } from 'vitest'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { compositeT, openComposites, scoreCategories } from './composites.ts'
import { scoreAttempt } from './score.ts'

const scales = [
  { key: 'a', T: 60 },
  { key: 'b', T: 45 },
  { key: 'c', T: null },
]

test('Σ wT / Σ|w|', () => {
  expect(
    compositeT(
      [
        { scale: 'a', weight: 1 },
        { scale: 'b', weight: 1 },
      ],
      scales,
    ),
  ).toBe(52.5)
  expect(
    compositeT(
      [
        { scale: 'a', weight: 2 },
        { scale: 'b', weight: 1 },
      ],
      scales,
    ),
  ).toBe(55)
  expect(
    compositeT(
      [
        { scale: 'a', weight: 2 },
        { scale: 'b', weight: -1 },
      ],
      scales,
    ),
  ).toBe(25)
})

test('null when a part is, when it is unknown, or when nothing weighs', () => {
  expect(
    compositeT(
      [
        { scale: 'a', weight: 1 },
        { scale: 'c', weight: 1 },
      ],
      scales,
    ),
  ).toBeNull()
  expect(compositeT([{ scale: 'd', weight: 1 }], scales)).toBeNull()
  expect(compositeT([{ scale: 'a', weight: 0 }], scales)).toBeNull()
})

test('a composite with a sensitive scale in it is not for everybody', () => {
  const definition = loadFixture('everything')
  expect(openComposites(definition)).toEqual([])
  const scales = definition.scales.map((scale) => ({ ...scale, sensitive: false }))
  expect(openComposites({ ...definition, scales }).map(({ key }) => key)).toEqual(['sum'])
  expect(openComposites({ ...definition, scales, sensitive: true })).toEqual([])
})

test('what is made of a scale that was left out: no composite and no total, a category of the others while they are enough', () => {
  const definition = loadFixture('everything')
  const keys = ['a', 'b', 'c'] as const
  const scale = (key: string) => ({
    key,
    kind: 'likert_sum' as const,
    items: [`${key}1`],
    min: 1,
    max: 5,
    norm: 'n',
  })
  const item = (key: string) => ({ id: `${key}1`, type: 'likert' as const, optionSet: 'five' })
  const made = {
    ...definition,
    sensitive: false,
    sections: [{ id: 's', items: keys.map(item) }],
    optionSets: { five: ['1', '2', '3', '4', '5'] },
    norms: { n: { mean: 3, sd: 1, source: '', invented: true } },
    scales: [
      ...keys.map((key) => ({ ...scale(key), sensitive: key === 'c' })),
      { key: 'whole', kind: 'likert_sum' as const, of: ['a', 'c'], min: 1, max: 5, sensitive: true },
    ],
    composites: [
      {
        key: 'with',
        parts: [
          { scale: 'a', weight: 1 },
          { scale: 'c', weight: 1 },
        ],
      },
      {
        key: 'without',
        parts: [
          { scale: 'a', weight: 1 },
          { scale: 'b', weight: 1 },
        ],
      },
    ],
    categories: [
      { key: 'enough', scales: ['a', 'b', 'c'], minScored: 2 },
      { key: 'few', scales: ['a', 'c'], minScored: 2 },
    ],
    placement: undefined,
    checklist: undefined,
    validity: [],
  } as unknown as typeof definition
  const answers = { a1: '4', b1: '2', c1: '5' }
  const scored = scoreAttempt(made, answers, { leftOut: ['c'] })
  const T = (list: { key: string; T: number | null }[]) =>
    Object.fromEntries(list.map((one) => [one.key, one.T]))
  expect(T(scored.scales)).toMatchObject({ a: 60, b: 40, c: null, whole: null })
  expect(T(scored.composites)).toEqual({ with: null, without: 50 })
  expect(T(scored.categories)).toEqual({ enough: 50, few: null })
  // Others read the same of somebody who was asked: their categories are made without it in both cases.
  const whole = scoreAttempt(made, answers)
  const open = (scores: typeof whole) =>
    scoreCategories(
      made,
      scores.scales.filter(({ sensitive }) => !sensitive),
    )
  expect(open(whole)).toEqual(open(scored))
})
