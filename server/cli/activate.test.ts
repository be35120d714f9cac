import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { authToken } from '#contract/auth.ts'
import { getOrder } from '#contract/orders.ts'
import { inviteEmails } from '#contract/people.ts'
import { getSystem } from '#contract/system.ts'
import { writeBackup } from '#server/backup/write.ts'
import { createIyzico } from '#server/payments/iyzico.ts'
import { request } from '#test/support/api.ts'
import {
  bankKeys,
  bankTimeoutMs,
  orderByCard,
  postForm,
  setPrices,
  startBank,
  startPaying,
  type TestBank,
} from '#test/support/bank.ts'
import { type Cast, castOf, castPassword, inventory } from '#test/support/cast.ts'
import { createEmptyDatabase } from '#test/support/database.ts'
import { freePort } from '#test/support/external-postgres.ts'
import { query } from '#test/support/postgres-process.ts'
import { startTestServer, type TestServer, testSlipKey } from '#test/support/server.ts'
import { type SmtpProcess, startSmtp } from '#test/support/smtp-process.ts'
import { testKey } from '#test/support/template.ts'
import { run } from './run.ts'

// A restored installation as a process of its own, from held to active.

const invited = 'ada@example.test'
let bank: TestBank
let smtp: SmtpProcess
let server: TestServer
let cast: Cast
let folder: string
let file: string
let orderId: string
let child: ChildProcess | undefined

beforeAll(async () => {
  folder = mkdtempSync('/tmp/terazi-activate-')
  bank = await startBank()
  smtp = await startSmtp()
  const port = await freePort()
  const payments = createIyzico({ ...bankKeys, baseUrl: bank.url, timeoutMs: bankTimeoutMs })
  server = await startTestServer({ payments, port, publicUrl: `http://127.0.0.1:${port}` })
  cast = await castOf(server)
  await setPrices(server.url, cast)
  await request(server.url, inviteEmails, {
    token: cast.manager.token,
    params: { clientId: cast.anadolu },
    body: { emails: [invited], inventoryIds: [inventory(cast, 'ENGLISH')], description: '' },
  })
  const order = await orderByCard(server.url, cast)
  orderId = order.id
  const { answer } = await startPaying(server.url, cast, orderId)
  const options = { url: server.database.url, slipKey: testSlipKey, keep: undefined, recipient: undefined }
  file = (await writeBackup({ ...options, folder })).file
  // Paid after the backup: the lost server learned it, the restored one doesn't know.
  const callback = await bank.pay(answer.paymentPageUrl)
  if (callback === undefined) throw new Error('the bank sent nobody back')
  await postForm(callback)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  if (child === undefined || child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
})
afterAll(async () => {
  await server?.close()
  bank?.stop()
  await smtp?.end()
  rmSync(folder, { recursive: true, force: true })
})

/** The server on a restored database, as it is started. */
async function start(url: string): Promise<string> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  child = spawn(process.execPath, ['server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      PUBLIC_URL: address,
      DATABASE_URL: url,
      DATA_DIR: join(folder, 'data'),
      SECRET_KEY: testKey,
      SMTP_URL: smtp.url,
      IYZICO_API_KEY: bankKeys.apiKey,
      IYZICO_SECRET_KEY: bankKeys.secretKey,
      IYZICO_BASE_URL: bank.url,
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const state = () =>
    fetch(`${address}/health/ready`).then(
      async (answer) => ({ status: answer.status, ...Object(await answer.json()) }),
      () => ({ status: 0 }),
    )
  await expect.poll(state, { timeout: 100_000 }).toMatchObject({ status: 503, ready: false, reason: 'held' })
  return address
}

test('while it is held no job runs and no mail leaves; once activated both do, and the provider is asked', async () => {
  const target = await createEmptyDatabase()
  try {
    vi.stubEnv('SECRET_KEY', testKey)
    await run(['restore', file, '--into', target.url, '--without-marks'])
    const jobs = () =>
      query(target.url, 'SELECT task_identifier AS name, attempts FROM graphile_worker.jobs ORDER BY 1, 2')
    const address = await start(target.url)
    const before = await jobs()
    expect(before).toContainEqual({ name: 'send_invitation', attempts: 0 })
    const signIn = ({ email } = cast.manager) =>
      request(address, authToken, { body: { username: email, password: castPassword } })
    expect((await signIn()).code).toBe('held')
    const { token: own } = (await signIn(cast.superuser)).answer
    expect((await request(address, getSystem, { token: own })).answer.held).toMatchObject({ state: 'bad' })
    vi.stubEnv('DATABASE_URL', target.url)
    expect(await run(['doctor'])).toMatchObject({
      content: { ok: false, faults: expect.arrayContaining([expect.stringContaining('activate')]) },
    })
    expect((await jobs()).filter(({ name }) => name !== 'send_new_device')).toEqual(before)
    expect(await smtp.messages()).toEqual([])

    expect(await run(['activate'])).toMatchObject({ activated: true, paymentsToAsk: 1 })
    await expect.poll(async () => (await fetch(`${address}/health/ready`)).status).toBe(200)
    await expect.poll(async () => (await smtp.messages()).flatMap(({ to }) => to)).toContain(invited)
    const { token } = (await signIn()).answer
    // The next round of the job that settles payments, without waiting for its minute.
    await query(target.url, "SELECT graphile_worker.add_job('settle_payments', '{}')")
    const paid = async () =>
      (await request(address, getOrder, { token, params: { orderId } })).answer.paymentStatus
    await expect.poll(paid).toBe('paid')
  } finally {
    if (child) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await target.drop()
  }
})
