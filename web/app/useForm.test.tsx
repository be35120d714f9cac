// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Form } from '../ui/form/Form.tsx'
import { ApiError } from './apiError.ts'
import { useForm } from './useForm.ts'

afterEach(cleanup)

const start = { name: 'Ada', email: 'ada@example.test' }
const check = ({ name }: { name: string }) => ({ name: name === '' ? 'missing' : undefined })
const refusal = (fields: Record<string, string[]>, code = 'invalid_request') =>
  new ApiError({ status: 400, code, message: 'refused', fields })
const type = (value: string) => ({ currentTarget: { value } })

interface Props {
  error?: unknown
  whenLeft?: boolean
}

const renderForm = (props: Props = {}) => {
  const send = vi.fn()
  const { result, rerender } = renderHook(
    ({ error = null, whenLeft = false }: Props) =>
      useForm({
        start,
        check,
        send,
        names: { mail: 'email' },
        codes: { name_taken: 'name' },
        sending: { isPending: false, error },
        whenLeft,
      }),
    { initialProps: props },
  )
  return { result, rerender, send }
}

test('an error keeps the form from being sent, shows from then on, and goes as soon as the field is right', () => {
  const { result, send } = renderForm()
  act(() => result.current.input('name').onChange(type('')))
  act(() => result.current.input('name').onBlur())
  expect(result.current.input('name').error).toBeUndefined()
  act(() => result.current.submit())
  expect(result.current.input('name').error).toBe('missing')
  expect(send).not.toHaveBeenCalled()
  act(() => result.current.input('name').onChange(type('Can')))
  expect(result.current.input('name').error).toBeUndefined()
  act(() => result.current.submit())
  expect(send).toHaveBeenCalledExactlyOnceWith({ ...start, name: 'Can' })
})

test('an error shows when its field was left, where a form asks for that', () => {
  const { result } = renderForm({ whenLeft: true })
  act(() => result.current.input('name').onChange(type('')))
  expect(result.current.input('name').error).toBeUndefined()
  act(() => result.current.input('name').onBlur())
  expect(result.current.input('name').error).toBe('missing')
})

test('what the server refuses is shown at its field until that is changed or sent again', () => {
  const { result, rerender, send } = renderForm()
  rerender({ error: refusal({ mail: ['taken'] }) })
  expect(result.current.input('email').error).toBe('taken')
  expect(result.current.failure).toBeNull()
  act(() => result.current.input('email').onChange(type('can@example.test')))
  expect(result.current.input('email').error).toBeUndefined()
  expect(result.current.dirty).toBe(true)
  act(() => result.current.clear())
  expect([result.current.dirty, result.current.values.email]).toEqual([false, 'ada@example.test'])

  rerender({ error: refusal({ email: ['too like'] }) })
  expect(result.current.input('email').error).toBe('too like')
  act(() => result.current.submit())
  expect(send).toHaveBeenCalledOnce()
  expect(result.current.input('email').error).toBeUndefined()
})

test('a failure of one field is known by its code, and one of no field is the form’s', () => {
  const { result, rerender } = renderForm()
  rerender({ error: refusal({}, 'name_taken') })
  expect([result.current.input('name').error, result.current.failure]).toEqual(['refused', null])
  const failure = refusal({ other: ['wrong'] })
  rerender({ error: failure })
  expect([result.current.input('name').error, result.current.failure]).toEqual([undefined, failure])
})

test('nothing is sent while a call is under way', () => {
  const send = vi.fn()
  const { result } = renderHook(() => useForm({ start, send, sending: { isPending: true, error: null } }))
  act(() => result.current.submit())
  expect(send).not.toHaveBeenCalled()
})

function Example({ send }: { send: (values: { name: string; days: number[] }) => void }) {
  const [draft, setDraft] = useState({ name: '', days: [] as number[] })
  const form = useForm({
    start: draft,
    keep: (typed) => setDraft((before) => ({ ...before, ...typed })),
    check: ({ name, days }) => ({
      name: name === '' ? 'missing' : undefined,
      // The group says it itself.
      days: days.length === 0 || undefined,
    }),
    send,
  })
  const { error, ...input } = form.input('name')
  return (
    <Form form={form}>
      <input aria-label="name" aria-invalid={error !== undefined} {...input} />
      <fieldset data-wrong-field={form.isWrong('days') || undefined}>
        <input type="checkbox" aria-label="day" onChange={() => form.set('days', [1])} />
      </fieldset>
      <button type="submit">Save</button>
    </Form>
  )
}

test('sending moves the focus to the first field with an error, and values can be kept in a draft', () => {
  const send = vi.fn()
  render(<Example send={send} />)
  const name = screen.getByLabelText('name')
  fireEvent.click(screen.getByText('Save'))
  expect(document.activeElement).toBe(name)
  fireEvent.change(name, { target: { value: 'Ada' } })
  fireEvent.click(screen.getByText('Save'))
  expect(document.activeElement).toBe(screen.getByLabelText('day'))
  fireEvent.click(screen.getByLabelText('day'))
  fireEvent.click(screen.getByText('Save'))
  expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'Ada', days: [1] })
})
