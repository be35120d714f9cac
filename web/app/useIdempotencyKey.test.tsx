// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type KeyHeader, useIdempotencyKey } from './useIdempotencyKey.ts'

test('the key of a submission stays until it was answered, and is another one for another body or a new wish', async () => {
  const { result } = renderHook(() => useIdempotencyKey())
  const keys: string[] = []
  const send = (body: object, answer: 'lost' | 'there') =>
    result
      .current(body, ({ 'idempotency-key': key }: KeyHeader) => {
        keys.push(key)
        return answer === 'lost' ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('done')
      })
      .catch((error: unknown) => expect(error).toBeInstanceOf(TypeError))
  await send({ quantity: 5 }, 'lost')
  await send({ quantity: 5 }, 'there')
  expect(keys[1]).toBe(keys[0])
  await send({ quantity: 5 }, 'lost')
  await send({ quantity: 6 }, 'lost')
  expect(new Set(keys).size).toBe(3)
})
