// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forecastInvitation } from '#contract/people.ts'
import { bodyOf, problem, sentHasArrived, serveCalls } from '#test/support/serve-calls.ts'
import { clockOnly, until } from '#test/support/until.ts'
import { anonymous, clearSession, storeSession } from '../../../../app/auth.ts'
import { useForecast } from './useForecast.ts'

const id = '01900000-0000-7000-8000-000000000001'
const row = (email: string) => ({ line: 1, name: '', email, phone: '', staffNumber: '', group: '' })
let answers: ((response: Response) => void)[]
const asked = serveCalls(() => new Promise((resolve) => answers.push(resolve)))
const inventoryIds = [id]

beforeEach(() => {
  vi.useFakeTimers(clockOnly)
  answers = []
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
})
afterEach(() => {
  cleanup()
  clearSession()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const asks = (count: number) => act(() => until(() => asked.length >= count))

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
    /** Answers a call once it has arrived, and waits until the list has heard of it. */
    hears: async (call: number, answer: Response) => {
      await asks(call)
      const [query] = client.getQueryCache().findAll({ type: 'active' })
      const told = () => [query?.state.dataUpdateCount, query?.state.fetchFailureCount].join()
      const before = told()
      answers[call - 1]?.(answer)
      await act(() => until(() => told() !== before))
      await pass(1)
    },
    now: () => ({ units: hook.result.current.units(id), exact: hook.result.current.exact }),
    edit: (emails: string[]) => hook.rerender({ rows: emails.map(row) }),
  }
}
const units = (number: number) =>
  Response.json([{ inventoryId: id, units: number, coolingDown: { count: 0, people: [] } }])
const firstEmails = () =>
  asked.map((call) => {
    const [first] = bodyOf(forecastInvitation, call).emails
    return typeof first === 'object' ? first.email : first
  })

it('asks once for rows that are edited one after the other, and gives up what was asked before', async () => {
  const list = draw(['a@x.test', 'b@x.test', 'c@x.test'])
  await asks(1)
  expect(list.now()).toEqual({ units: 3, exact: false })
  await list.hears(1, units(1))
  expect(list.now()).toEqual({ units: 1, exact: true })

  // Until the server has answered for the edited rows, its answer for others isn't shown.
  list.edit(['d@x.test', 'b@x.test', 'c@x.test', 'e@x.test'])
  expect(list.now()).toEqual({ units: 4, exact: false })

  for (const name of ['d', 'de', 'def', 'defg']) {
    list.edit([`${name}@x.test`, 'b@x.test', 'c@x.test'])
    await pass(500)
  }
  await pass(2000)
  await asks(2)
  await sentHasArrived()
  expect(firstEmails()).toEqual(['a@x.test', 'defg@x.test'])
  expect(asked[1]?.givenUp.aborted).toBe(false)
  list.edit(['e@x.test', 'b@x.test', 'c@x.test'])
  await pass(2000)
  await act(() => until(() => asked[1]?.givenUp.aborted === true))
  await list.hears(3, units(2))
  expect(asked).toHaveLength(3)
  expect(list.now()).toEqual({ units: 2, exact: true })
})

it('says that it does not know where the server refuses for being asked too often, and asks again when it may', async () => {
  const list = draw(['a@x.test', 'b@x.test'])
  await list.hears(1, units(1))
  list.edit(['a@x.test', 'b@x.test', 'c@x.test'])
  await pass(2000)
  await list.hears(2, problem('too_many_requests', {}, { 'retry-after': '30' }))
  // A forecast for other rows is not shown for these.
  expect(list.now()).toEqual({ units: 3, exact: false })
  await pass(29_000)
  await sentHasArrived()
  expect(asked).toHaveLength(2)
  await pass(2000)
  await list.hears(3, units(2))
  expect(asked).toHaveLength(3)
  expect(list.now()).toEqual({ units: 2, exact: true })
})
