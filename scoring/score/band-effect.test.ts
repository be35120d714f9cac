import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BandSet } from '#scoring/definition/scale-schema.ts'
import { bandEffect } from './band-effect.ts'

const bandSet = (on: BandSet['on'], cut: number, ids = ['low', 'high']): BandSet => ({
  on,
  bands: [
    { id: ids[0] ?? '', to: cut },
    { id: ids[1] ?? '', from: cut },
  ],
})
const range = { min: 0, max: 20 }

test('says how many results change band, and from where to where', () => {
  const before = { ...range, bandSet: bandSet('raw', 10) }
  const after = { ...range, bandSet: bandSet('percentage', 60) }
  expect(bandEffect([0, 9, 10, 11, 12, 20, null], before, after)).toEqual({
    results: 7,
    changed: 2,
    bands: [
      { band: 'low', before: 2, after: 4 },
      { band: 'high', before: 4, after: 2 },
      { band: null, before: 1, after: 1 },
    ],
    moves: [{ from: 'high', to: 'low', results: 2 }],
  })
})

test('a band on T uses the norm, linear or normalised', () => {
  const norm = { mean: 10, sd: 2, freq: [98, 1, 1], freqFrom: 0 }
  const before = { ...range, norm, bandSet: bandSet('T', 50) }
  const after = { ...before, norm: { ...norm, normalised: true } }
  // By hand: 0 is at z = −5, and at the share .49 of the table; 1 is at −4.5 and at the share .985.
  expect(bandEffect([0, 1], before, after)).toMatchObject({
    changed: 1,
    moves: [{ from: 'low', to: 'high', results: 1 }],
  })
  expect(bandEffect([0, 1], { ...before, norm: undefined }, after)).toMatchObject({ changed: 2 })
})

test('bands that no longer exist are counted too', () => {
  const before = { ...range, bandSet: bandSet('raw', 10) }
  const after = { ...range, bandSet: bandSet('raw', 5, ['below', 'high']) }
  expect(bandEffect([1, 7, 12], before, after).bands).toEqual([
    { band: 'below', before: 0, after: 1 },
    { band: 'high', before: 1, after: 2 },
    { band: 'low', before: 2, after: 0 },
    { band: null, before: 0, after: 0 },
  ])
})

test('nothing is lost: bands add up to the results, moves to the changes', () => {
  const scores = fc.array(fc.option(fc.double({ min: 0, max: 20, noNaN: true })), { maxLength: 50 })
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 19 }), fc.integer({ min: 1, max: 19 }), (raw, from, to) => {
      const rule = (cut: number) => ({ ...range, bandSet: bandSet('raw', cut) })
      const effect = bandEffect(raw, rule(from), rule(to))
      const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
      expect(sum(effect.bands.map(({ before }) => before))).toBe(raw.length)
      expect(sum(effect.bands.map(({ after }) => after))).toBe(raw.length)
      expect(sum(effect.moves.map(({ results }) => results))).toBe(effect.changed)
      if (from === to) expect(effect.changed).toBe(0)
    }),
  )
})
