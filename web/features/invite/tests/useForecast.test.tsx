// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { useForecast } from './useForecast.ts'

const id = '01900000-0000-7000-8000-000000000001'
const row = (email: string) => ({ line: 1, name: '', email, phone: '', staffNumber: '', group: '' })
const asked: { emails: { email: string }[]; signal: AbortSignal; answer: (with_: Response) => void }[] = []
const inventoryIds = [id]

beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  vi.stubGlobal('fetch', (_: string, { body, signal }: { body: string; signal: AbortSignal }) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    asked.push({ emails: JSON.parse(body).emails, signal, answer: resolve })
    return promise
  })
})
afterEach(() => {
  cleanup()
  clearSession()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function draw(first: string[]) {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = renderHook(({ rows }) => useForecast(id, rows, inventoryIds), {
    wrapper,
    initialProps: { rows: first.map(row) },
  })
  return {
    now: () => ({ units: hook.result.current.units(id), exact: hook.result.current.exact }),
    edit: (emails: string[]) => hook.rerender({ rows: emails.map(row) }),
  }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const answer = async (at: number, units: number) => {
  asked[at]?.answer(Response.json([{ inventoryId: id, units }]))
  await pass(1)
}

it('asks once for rows that are edited one after the other, and gives up what was asked before', async () => {
  const list = draw(['a@x.test', 'b@x.test', 'c@x.test'])
  await pass(1)
  expect(list.now()).toEqual({ units: 3, exact: false })
  await answer(0, 1)
  expect(list.now()).toEqual({ units: 1, exact: true })

  // Until the server has answered for the edited rows, its answer for others isn't shown.
  list.edit(['d@x.test', 'b@x.test', 'c@x.test', 'e@x.test'])
  expect(list.now()).toEqual({ units: 4, exact: false })

  for (const name of ['d', 'de', 'def', 'defg']) {
    list.edit([`${name}@x.test`, 'b@x.test', 'c@x.test'])
    await pass(500)
  }
  await pass(2000)
  expect(asked.map(({ emails }) => emails[0]?.email)).toEqual(['a@x.test', 'defg@x.test'])
  expect(asked[1]?.signal.aborted).toBe(false)
  list.edit(['e@x.test', 'b@x.test', 'c@x.test'])
  await pass(2000)
  expect(asked).toHaveLength(3)
  expect(asked[1]?.signal.aborted).toBe(true)
  await answer(2, 2)
  expect(list.now()).toEqual({ units: 2, exact: true })
})

it('says that it does not know where the server refuses for being asked too often, and asks again when it may', async () => {
  const list = draw(['a@x.test', 'b@x.test'])
  await pass(1)
  await answer(0, 1)
  list.edit(['a@x.test', 'b@x.test', 'c@x.test'])
  await pass(2000)
  asked[1]?.answer(
    Response.json(
      { code: 'too_many_requests', message: 'x' },
      { status: 429, headers: { 'retry-after': '30' } },
    ),
  )
  await pass(1)
  // A forecast for other rows is not shown for these.
  expect(list.now()).toEqual({ units: 3, exact: false })
  await pass(29_000)
  expect(asked).toHaveLength(2)
  await pass(2000)
  expect(asked).toHaveLength(3)
  await answer(2, 2)
  expect(list.now()).toEqual({ units: 2, exact: true })
})
