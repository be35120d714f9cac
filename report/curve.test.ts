import { expect, it } from 'vitest'
import { curve } from './curve.ts'

const drawn = (shares: readonly number[]) =>
  curve({ shares, write: (percent) => `${percent}%`, ends: ['low', 'high'] }).shapes

it('puts groups from left to right and shares from bottom to top, within its field', () => {
  const line = drawn([0, 0.5, 1]).find(({ kind }) => kind === 'polyline')
  expect(line).toMatchObject({
    points: [
      [44, 138],
      [176, 74],
      [308, 10],
    ],
  })
})

it('draws a lone group and shares beyond the field', () => {
  expect(drawn([1.2]).filter(({ kind }) => kind === 'circle')).toEqual([
    { kind: 'circle', role: 'vertex-1', cx: 44, cy: 10, r: 4 },
  ])
})
