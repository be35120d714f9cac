import { describe, expect, it } from 'vitest'
import type { Form } from '#contract/participant.ts'
import { answered, type Progress } from './model.ts'
import { behind, caughtUp, wentTo } from './reached.ts'

const section = (id: string, items: string[]) => ({
  id,
  title: id,
  instructions: '',
  navigation: 'linear' as const,
  items: items.map((each) => ({ id: each, type: 'single' as const, prompt: each, options: [] })),
})
const one = section('one', ['a', 'b', 'c'])
const two = { ...section('two', ['x', 'y']), timeLimitSeconds: 60 }
const form: Form = { inventory: { code: 'T', name: 'T' }, locale: 'tr', sections: [one, two] }
const progress = (place: string): Progress => ({
  epoch: 1,
  seq: 0,
  answers: {},
  submitting: false,
  lost: [],
  place,
})
const walked = (...places: string[]) =>
  places.reduce((before, place) => wentTo(before, form, place), progress('practice:one:p'))
const at = '2026-11-20T10:00:00Z'

describe('what lies behind in a section', () => {
  it('is nothing known before it is entered', () => {
    expect(behind(progress('practice:one:p'), one)).toBeUndefined()
    expect(behind(walked('item:a', 'item:b'), two)).toBeUndefined()
  })

  it('is all before the furthest item, wherever one has gone since', () => {
    expect(behind(walked('item:a', 'item:b'), one)).toBe(1)
    expect(behind(walked('item:a', 'item:b', 'review'), one)).toBe(1)
    expect(behind(walked('item:a', 'item:b', 'review', 'item:a'), one)).toBe(1)
  })

  it('is everything once the last item was left', () => {
    expect(behind(walked('item:a', 'item:c', 'item:x'), one)).toBe(3)
    expect(behind(walked('item:c', 'item:x'), two)).toBe(0)
  })

  it('is derived from the answers where this device did not see it', () => {
    const elsewhere = answered(progress('review'), 'b', { value: '1', at })
    expect(behind(elsewhere, one)).toBe(1)
    expect(behind({ ...elsewhere, place: 'item:c' }, one)).toBe(2)
  })

  it('is caught up with after another device has gone further', () => {
    const here = walked('item:a')
    const now = caughtUp(answered(here, 'c', { value: '1', at }), form, [])
    expect(now.place).toBe('item:c')
    expect(behind(now, one)).toBe(2)
    expect(caughtUp(here, form, [])).toEqual({ ...here, reached: { one: 0 } })
  })

  it('is where one goes on, and not the opening, in a section whose time another device has started', () => {
    const started = [{ id: 'two', startedAt: at, deadline: at }]
    for (const place of ['practice:two:p', 'opening:two']) {
      expect(caughtUp(progress(place), form, started).place).toBe('item:x')
      expect(caughtUp(progress(place), form, []).place).toBe(place)
    }
  })
})
