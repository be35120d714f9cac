import { describe, expect, it } from 'vitest'
import type { Form, FormItem } from '#contract/participant.ts'
import { isAnswered, itemCount, stepsOf } from './steps.ts'

const item = (id: string): FormItem => ({ id, type: 'single', prompt: id, options: [] })
const form: Form = {
  inventory: { code: 'MYT', name: 'MYT' },
  locale: 'tr',
  sections: [
    {
      id: 's1',
      title: '',
      instructions: '',
      navigation: 'free',
      practice: [{ ...item('p'), key: 'a', feedback: { right: '', wrong: '' } }],
      items: [item('q1'), item('q2')],
    },
    {
      id: 's2',
      title: '',
      instructions: '',
      navigation: 'linear',
      timeLimitSeconds: 60,
      items: [item('q3')],
    },
  ],
}

describe('the steps of a form', () => {
  it('counts over all items, and practice for itself', () => {
    expect(stepsOf(form).map((step) => step.key)).toEqual([
      'practice:s1:p',
      'item:q1',
      'item:q2',
      'opening:s2',
      'item:q3',
      'review',
    ])
    expect(stepsOf(form).map((step) => ('number' in step ? step.number : undefined))).toEqual([
      1,
      1,
      2,
      undefined,
      3,
      undefined,
    ])
    expect(itemCount(form)).toBe(3)
  })
})

describe('whether an item is answered', () => {
  const parts = [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ]
  it.each([
    [{ ...item('q'), type: 'single' as const }, 'a', true],
    [{ ...item('q'), type: 'multiple' as const }, [], false],
    [{ ...item('q'), type: 'numeric' as const }, 0, true],
    [{ ...item('q'), type: 'gap' as const, parts }, { a: 'x' }, false],
    [{ ...item('q'), type: 'gap' as const, parts }, { a: 'x', b: 'y' }, true],
    [{ ...item('q'), type: 'forced_choice' as const }, { most: 'a' }, false],
    [{ ...item('q'), type: 'forced_choice' as const }, { most: 'a', least: 'b' }, true],
  ])('%o with %o: %s', (each, value, answered) => {
    expect(isAnswered(each, value)).toBe(answered)
  })

  it('is not without a value', () => {
    expect(isAnswered(item('q'), undefined)).toBe(false)
  })
})
