// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { listWebhookDeliveries, type Webhook, type WebhookDelivery } from '#contract/webhooks.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import { Deliveries } from './Deliveries.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const delivery: WebhookDelivery = {
  id,
  event: 'result.ready',
  createdAt: '2026-11-30T09:00:00.000Z',
  state: 'delivered',
  tries: 3,
  statusCode: 204,
  problem: null,
  tookMs: 12,
  triedAt: '2026-11-30T22:04:00.000Z',
  nextTryAt: null,
}

let results: WebhookDelivery[]
serveCalls(({ entry }) =>
  Response.json(entry === listWebhookDeliveries ? { count: 1, next: null, previous: null, results } : []),
)

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['webhooks'])
})
afterEach(() => {
  cleanup()
  clearSession()
  queryClient.clear()
})

async function show(one: Partial<WebhookDelivery>) {
  results = [{ ...delivery, ...one }]
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  await draw(
    <QueryClientProvider client={queryClient}>
      <Deliveries clientId={id} webhook={{ id, off: null } as Webhook} timeZone="UTC" />
    </QueryClientProvider>,
  )
}

it('a message that was sent again shows its last try and all its tries', async () => {
  await show({})
  await screen.findByText(/^Delivered, .*22:04$/)
  screen.getByText(/^Event: .*09:00 · 3 tries/)
})

it('a message whose try failed is not called pending while it waits for the next one', async () => {
  const waiting = { state: 'waiting', problem: 'status', nextTryAt: '2026-11-30T22:19:00.000Z' } as const
  await show({ ...waiting, statusCode: 503 })
  await screen.findByText(/^Failed, .*22:04\. Tried again at .*22:19$/)
  expect(screen.queryByText('Pending')).toBeNull()
})

it('a new outcome loads the webhook again, also when it came before the message was seen waiting', async () => {
  await show({})
  await screen.findByText(/^Delivered/)
  queryClient.setQueryData(['client', id, 'webhooks'], {})
  results = [{ ...delivery, triedAt: '2026-11-30T22:05:00.000Z' }]
  await queryClient.invalidateQueries({ queryKey: ['client', id, 'deliveries'] })
  await screen.findByText(/22:05$/)
  await waitFor(() => expect(queryClient.getQueryState(['client', id, 'webhooks'])?.isInvalidated).toBe(true))
})
