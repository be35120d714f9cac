import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrder, getOrderAlerts } from '#contract/orders.ts'
import { createIyzico } from '#server/payments/iyzico.ts'
import { request } from '#test/support/api.ts'
import {
  bankKeys,
  bankTimeoutMs,
  orderByCard,
  setPrices,
  startBank,
  startPaying,
  type TestBank,
} from '#test/support/bank.ts'
import { type Cast, castOf } from '#test/support/cast.ts'
import { startTestServer, type TestServer } from '#test/support/server.ts'

let bank: TestBank
let server: TestServer
let cast: Cast

beforeAll(async () => {
  bank = await startBank()
  const wrongKeys = { ...bankKeys, secretKey: 'wrong' }
  const payments = createIyzico({ ...wrongKeys, baseUrl: bank.url, timeoutMs: bankTimeoutMs })
  server = await startTestServer({ payments })
  cast = await castOf(server, 0)
  await setPrices(server.url, cast)
})
afterAll(async () => {
  await server?.close()
  bank?.stop()
})

test('a payment that the provider refuses to begin can be tried again, and is counted for admins', async () => {
  const order = await orderByCard(server.url, cast)
  const refused = await startPaying(server.url, cast, order.id)
  expect(refused.code).toBe('provider_unreachable')
  const { token } = cast.manager
  const { answer } = await request(server.url, getOrder, { token, params: { orderId: order.id } })
  expect(answer).toMatchObject({
    canPay: true,
    payment: { progress: 'failed', reason: 'provider_unreachable' },
  })
  const { answer: alerts } = await request(server.url, getOrderAlerts, { token: cast.admin.token })
  expect(alerts.unreachable).toBe(1)
  const { rows } = await server.database.pool.query('SELECT error_code FROM payments WHERE order_id = $1', [
    order.id,
  ])
  expect(rows).toEqual([{ error_code: '1000' }])
})
