// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { remindAssignment } from '#contract/assignment-actions.ts'
import { updateClient } from '#contract/clients.ts'
import { startWords } from '../ui/testRender.tsx'
import { ApiError } from './apiError.ts'
import { useAction } from './useAction.ts'

const calls = vi.hoisted(() => ({ api: vi.fn(), success: vi.fn(), error: vi.fn() }))
vi.mock('./api.ts', () => ({ api: calls.api, apiFile: vi.fn(), saveFile: vi.fn() }))
vi.mock('../ui/feedback/toast.tsx', () => ({ toast: { success: calls.success, error: calls.error } }))

beforeEach(startWords)
afterEach(() => {
  cleanup()
  vi.resetAllMocks()
})

const refusal = (status: number) => new ApiError({ status, code: 'refused', message: 'No.' })

function draw<Hook>(hook: () => Hook) {
  const queries = new QueryClient()
  const refreshed: unknown[] = []
  vi.spyOn(queries, 'invalidateQueries').mockImplementation(async (filters) => {
    refreshed.push(filters?.queryKey?.[0])
  })
  const wrapper = ({ children }: { children: React.ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  return { ...renderHook(hook, { wrapper }), refreshed }
}

const params = { clientId: 'c-1' }
const body = { name: 'Kavak' }

test('a success is said, and what the call changes is loaded again', async () => {
  calls.api.mockResolvedValue({ name: 'Kavak' })
  const { result, refreshed } = draw(() =>
    useAction(updateClient, { done: ({ name }, sent) => `${name} ${sent.params.clientId}` }),
  )
  act(() => result.current.mutate({ params, body }))
  await waitFor(() => expect(calls.success).toHaveBeenCalledExactlyOnceWith('Kavak c-1'))
  expect(calls.api).toHaveBeenCalledExactlyOnceWith(updateClient, { params, body })
  expect(refreshed).toEqual(['client', 'clients', 'inventories'])
})

test('a failure is said in a toast, or where the caller shows it', async () => {
  calls.api.mockRejectedValue(refusal(409))
  const first = draw(() => useAction(updateClient, { failed: 'Not saved' }))
  act(() => first.result.current.mutate({ params, body }))
  await waitFor(() => expect(calls.error).toHaveBeenCalledExactlyOnceWith('Not saved: No.'))
  expect(first.result.current.problem).toBeNull()
  const second = draw(() => useAction(updateClient, { failed: 'Not saved', inline: true }))
  act(() => second.result.current.mutate({ params, body }))
  await waitFor(() => expect(second.result.current.problem).toEqual({ title: 'Not saved', text: 'No.' }))
  expect(calls.error).toHaveBeenCalledOnce()
})

test('a refusal of the state loads again what was changed by somebody else, a wrong input nothing', async () => {
  const { result, refreshed } = draw(() => useAction(updateClient))
  calls.api.mockRejectedValue(refusal(400))
  act(() => result.current.mutate({ params, body }))
  await waitFor(() => expect(calls.error).toHaveBeenCalledOnce())
  expect(refreshed).toEqual([])
  calls.api.mockRejectedValue(refusal(409))
  act(() => result.current.mutate({ params, body }))
  await waitFor(() => expect(refreshed).toContain('client'))
})

test('a call that takes a key keeps it until the same input was answered', async () => {
  calls.api.mockRejectedValueOnce(refusal(0)).mockResolvedValue({})
  const { result } = draw(() => useAction(remindAssignment))
  const input = { params: { assignmentId: 'a-1' } }
  for (let at = 1; at <= 3; at++) {
    act(() => result.current.mutate(input))
    await waitFor(() => expect(calls.api).toHaveBeenCalledTimes(at))
    await waitFor(() => expect(result.current.isPending).toBe(false))
  }
  const keys = calls.api.mock.calls.map(([, { headers }]) => headers['idempotency-key'])
  expect(keys[1]).toBe(keys[0])
  expect(new Set(keys).size).toBe(2)
})
