// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import type { FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { ApiError } from './apiError.ts'
import { useFields } from './useFields.ts'

const fields = () =>
  renderHook(() =>
    useFields({ name: 'Ada', email: 'ada@example.test' }, ({ name }) => ({
      name: name === '' ? 'missing' : undefined,
    })),
  ).result
const event = { preventDefault: () => undefined } as FormEvent
const type = (value: string) => ({ currentTarget: { value } as HTMLInputElement })

test('an error shows once its field was left, and keeps the form from being sent', () => {
  const result = fields()
  const send = vi.fn()
  act(() => result.current.props('name').onChange(type('')))
  expect(result.current.props('name')).toMatchObject({ error: 'missing', touched: false })
  act(() => result.current.submit(send)(event))
  expect(result.current.props('name')).toMatchObject({ error: 'missing', touched: true })
  expect(send).not.toHaveBeenCalled()
})

test('what the server refuses stands at its field until that is changed', () => {
  const result = fields()
  const failure = new ApiError({
    status: 400,
    code: 'invalid_request',
    message: 'x',
    fields: { mail: ['taken'] },
  })
  act(() => result.current.refuse(failure, { mail: 'email' }))
  expect(result.current.props('email')).toMatchObject({ error: 'taken', touched: true })
  act(() => result.current.props('email').onChange(type('can@example.test')))
  expect(result.current.props('email').error).toBeUndefined()
  expect(result.current.dirty).toBe(true)
  act(() => result.current.clear())
  expect([result.current.dirty, result.current.values.email]).toEqual([false, 'ada@example.test'])
})

test('an error goes as soon as it is mended, and one that waits shows after a try to send alone', () => {
  const { result } = renderHook(() =>
    useFields({ name: '' }, ({ name }) => ({ name: name === '' ? 'missing' : undefined }), { waits: true }),
  )
  const send = vi.fn()
  act(() => result.current.props('name').onBlur())
  expect(result.current.props('name').touched).toBe(false)
  act(() => result.current.submit(send)(event))
  expect(result.current.props('name')).toMatchObject({ error: 'missing', touched: true })
  act(() => result.current.props('name').onChange(type('Ada')))
  expect(result.current.props('name').error).toBeUndefined()
})

test('what was refused once does not keep the form from being sent again', () => {
  const result = fields()
  const send = vi.fn()
  const failure = new ApiError({ status: 400, code: 'x', message: 'x', fields: { email: ['too like'] } })
  act(() => result.current.refuse(failure))
  act(() => result.current.submit(send)(event))
  expect(send).toHaveBeenCalledOnce()
  expect(result.current.props('email').error).toBeUndefined()
})
