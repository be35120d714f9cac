import { expect, test } from 'vitest'
import { compositeT } from './composites.ts'

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
