import { expect, it } from 'vitest'
import { type JobScale, problemOf, rangesOf, suggestedRanges, typedRanges } from './profileForm.ts'

const scale = (key: string, more: Partial<JobScale> = {}): JobScale => ({
  key,
  name: key,
  short: key,
  unit: 'T',
  min: 20,
  max: 80,
  step: 1,
  main: true,
  bands: [],
  suggested: null,
  ...more,
})

it('reads both ends, one of them or none, with a comma or a point', () => {
  const scales = [scale('a'), scale('b', { step: 0.1, min: 0, max: 4 }), scale('c')]
  const typed = { a: { from: ' 45 ', to: '' }, b: { from: '1,5', to: '2.5' }, c: { from: '', to: '' } }
  expect(rangesOf(typed, scales)).toEqual([
    { key: 'a', from: 45, to: null },
    { key: 'b', from: 1.5, to: 2.5 },
  ])
  expect(rangesOf(typedRanges(rangesOf(typed, scales), 'tr'), scales)).toEqual(rangesOf(typed, scales))
})

it('says what is wrong with a range, and nothing of an empty one', () => {
  const problem = (from: string, to: string) => problemOf({ from, to }, scale('a'))
  expect(problem('', '')).toBeUndefined()
  expect(problem('50', '50')).toBeUndefined()
  expect([problem('x', ''), problem('19', ''), problem('', '80,5')]).toEqual(['end', 'end', 'end'])
  expect(problem('60', '50')).toBe('order')
})

it('fills in the suggestions of the main scores alone', () => {
  const suggested = { from: 45, to: null }
  const scales = [scale('a', { suggested }), scale('b', { suggested, main: false }), scale('c')]
  expect(suggestedRanges(scales)).toEqual([{ key: 'a', name: 'a', from: 45, to: null }])
})
