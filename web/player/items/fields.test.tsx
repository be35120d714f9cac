// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { FormItem } from '#contract/participant.ts'
import { responseValue } from '#contract/responses.ts'
import type { KeptAnswer } from '../attempt/model.ts'
import { NumericItem } from './NumericItem.tsx'
import { PartsItem } from './PartsItem.tsx'

afterEach(cleanup)

const stored = (value: KeptAnswer['value']): KeptAnswer => ({
  value,
  epoch: 1,
  seq: 1,
  at: '',
  state: 'stored',
})

it.each([
  ['tr', '1,125'],
  ['en', '1.125'],
])(
  'a number that another device typed is written as %s writes it, and reads the same again',
  (lang, text) => {
    const item: FormItem = {
      id: 'n',
      type: 'numeric',
      prompt: 'How much?',
      lang: lang === 'tr' ? 'tr' : 'en',
    }
    const answer = vi.fn()
    render(<NumericItem item={item} kept={stored(1.125)} answer={answer} />)
    const field = screen.getByRole<HTMLInputElement>('textbox')
    expect(field.value).toBe(text)
    fireEvent.change(field, { target: { value: `${text}5` } })
    expect(answer.mock.lastCall?.[0]).toBe(1.1255)
  },
)

it('what is copied into a gap is an answer, with any space between its words', () => {
  const item: FormItem = { id: 'g', type: 'gap', prompt: '[[city]]', parts: [{ id: 'city', label: 'City' }] }
  const answer = vi.fn()
  render(<PartsItem item={item} kept={undefined} answer={answer} />)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Ankara\tTR\u2028' } })
  const value: unknown = answer.mock.lastCall?.[0]
  expect(value).toEqual({ city: 'Ankara TR ' })
  expect(responseValue.safeParse(value).success).toBe(true)
})
