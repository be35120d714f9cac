import { expect, test } from 'vitest'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { compositeT, openComposites } from './composites.ts'

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
