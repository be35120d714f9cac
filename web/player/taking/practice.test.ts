import { describe, expect, it } from 'vitest'
import { isRight, marksOf } from './practice.ts'

describe('practice', () => {
  it('judges one choice, also where any of several is right', () => {
    expect(isRight({ type: 'single', key: 'b' }, 'b')).toBe(true)
    expect(isRight({ type: 'single', key: 'b' }, 'a')).toBe(false)
    expect(isRight({ type: 'single', key: ['a', 'b'] }, 'a')).toBe(true)
  })

  it('wants the exact set of several choices, in any order', () => {
    expect(isRight({ type: 'multiple', key: ['a', 'c'] }, ['c', 'a'])).toBe(true)
    expect(isRight({ type: 'multiple', key: ['a', 'c'] }, ['a'])).toBe(false)
  })

  it('takes any answer where there is no key', () => {
    expect(isRight({ type: 'likert' }, '3')).toBe(true)
  })

  it('marks what is right and what was wrongly chosen', () => {
    expect(marksOf({ key: 'c' }, 'b')).toEqual({ b: 'wrong', c: 'right' })
    expect(marksOf({ key: 'c' }, 'c')).toEqual({ c: 'right' })
  })
})
