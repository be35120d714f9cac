// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from './auth.ts'
import { queryClient } from './queryClient.ts'
import { useLive } from './useLive.ts'

const id = '01900000-0000-7000-8000-000000000001'
const said: string[] = []
let opening: PromiseWithResolvers<Response>
const arrived = serveCalls(() => opening.promise)
let reading: PromiseWithResolvers<string>
let asked: number

function List() {
  useLive(id)
  const { data } = useQuery({
    queryKey: ['client', id, 'list'],
    queryFn: () => {
      asked += 1
      return asked === 1 ? reading.promise : Promise.resolve(said.at(-1) ?? '')
    },
  })
  return <p>{data ?? 'nothing yet'}</p>
}

beforeEach(() => {
  asked = 0
  said.length = 0
  opening = Promise.withResolvers()
  reading = Promise.withResolvers()
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  clearSession()
})

const draw = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <List />
    </QueryClientProvider>,
  )
const eventStream = { headers: { 'content-type': 'text/event-stream' } }
/** Opens the stream that was asked for; it stays open until the page leaves it. */
async function openStream() {
  await waitFor(() => expect(arrived.map(({ name }) => name)).toEqual(['clientEvents']))
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  opening.resolve(new Response(readable, eventStream))
  return writable.getWriter()
}

it('shows what changed after the list was read and before its stream opened', async () => {
  draw()
  reading.resolve('before')
  await screen.findByText('before')
  said.push('after')
  await openStream()
  await screen.findByText('after')
  expect(asked).toBe(2)
})

it('does so also where the list is still on its way when the stream opens', async () => {
  draw()
  await waitFor(() => expect(asked).toBe(1))
  said.push('after')
  await openStream()
  // The answer to what was asked before the change comes last.
  await waitFor(() => expect(queryClient.isFetching()).toBe(1))
  reading.resolve('before')
  await screen.findByText('after')
})

it('asks again for each change that the stream tells of, and leaves the stream with the page', async () => {
  draw()
  reading.resolve('before')
  const stream = await openStream()
  await waitFor(() => expect(asked).toBe(2))
  said.push('after')
  await stream.write(new TextEncoder().encode('event: changed\ndata:\n\n'))
  await screen.findByText('after')
  expect(arrived[0]?.givenUp.aborted).toBe(false)
  cleanup()
  await waitFor(() => expect(arrived[0]?.givenUp.aborted).toBe(true))
})
