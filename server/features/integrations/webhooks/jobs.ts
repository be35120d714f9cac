import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { pageForClient } from '#contract/landing.ts'
import { addressOf } from '#contract/pages.ts'
import {
  maxTries,
  type WebhookDelivery,
  type WebhookOffReason,
  webhookOffReason,
} from '#contract/webhooks.ts'
import { recordAudit, system } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/database.ts'
import { deliveryJob, queueOf } from '#server/events/delivery-job.ts'
import { managersToWrite } from '#server/features/memberships/memberships.ts'
import { addJob, addJobs } from '#server/jobs/add.ts'
import { defineJob } from '#server/jobs/define.ts'
import { defineMail } from '#server/mail/define.ts'
import { askNameServers } from '#server/outward/address.ts'
import {
  type Due,
  findDue,
  findOff,
  type Turn,
  writeFailure,
  writeOff,
  writePause,
  writeSuccess,
  writeTry,
} from './delivery-queries.ts'
import { pauseAfter } from './pauses.ts'
import { post, type Sent, type Way } from './post.ts'
import { lockWebhook, putOff } from './queries.ts'
import { openSecret, signedHeaders } from './sign.ts'

/** Days without a success after which a webhook is switched off. */
const failingDays = 5

/** Tells a manager that the server has switched a webhook off, unless it is on again. */
export const sendWebhookOff = defineMail({
  name: 'send_webhook_off',
  kind: 'webhook_off',
  payload: z.strictObject({ clientId: id, webhookId: id, userId: id, reason: webhookOffReason }),
  async find({ clientId, webhookId, userId, reason }, { db }) {
    const reader = (await managersToWrite(db, clientId)).find((one) => one.userId === userId)
    const webhook = await findOff(db, clientId, webhookId)
    if (reader === undefined || webhook === undefined) return undefined
    const { name, email, locale, client } = reader
    // Without the path, which may be a secret.
    const words = { client, host: new URL(webhook.url).host }
    return { userId, name, email, locale, words, clientId, reason }
  },
  texts: ['mail:webhookOff.'],
  write: (say, { clientId, reason }) => ({
    paragraphs: [say(`lead.${reason}`), say('next')],
    action: pageForClient(addressOf('integrations'), clientId),
  }),
})

/** A try of a delivery. @param way for tests: how addresses are found, and how long it may take */
export const deliverBy = (way: Pick<Way, 'resolve' | 'limitMs'>) =>
  defineJob({
    ...deliveryJob,
    outward: true,
    async run(turn, { db, config, log, counts }, { signal }) {
      const due = await findDue(db, turn)
      if (due === undefined) return
      // Written by a transaction that saw it on.
      if (due.off) return writeOff(db, turn)
      const { pausedMs } = due
      if (pausedMs !== null) return db.transaction().execute((tx) => putBack(tx, turn, pausedMs))
      const webhook = { clientId: turn.clientId, id: turn.webhookId }
      const secrets = [due.secret, due.oldSecret].flatMap((sealed) =>
        sealed === null ? [] : openSecret(config.slipKey, webhook, sealed),
      )
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Terazi-Webhooks/1',
        'content-length': String(Buffer.byteLength(due.body)),
        ...signedHeaders(secrets, { id: turn.id, body: due.body, at: due.now }),
      }
      const sent = await post(new URL(due.url), headers, due.body, {
        ...way,
        privateAllowed: config.privateWebhooks === true,
        stop: signal,
      })
      // This process stops: another one tries again.
      if (sent.problem !== null && signal.aborted) throw new Error('stopped within a try')
      const state = await db.transaction().execute((tx) => settle(tx, turn, due, sent))
      if (counts && state !== undefined) {
        counts[state === 'delivered' ? 'webhooksDelivered' : 'webhooksFailed'] += 1
        if (state === 'failed') counts.webhooksGivenUp += 1
      }
      if (sent.problem !== null)
        log.info(
          { webhook: turn.webhookId, problem: sent.problem, status: sent.status },
          'webhook not delivered',
        )
    },
  })

export const deliverWebhook = deliverBy({ resolve: askNameServers, limitMs: 10_000 })

/** Puts a delivery off until the pause of its webhook ends, without asking. */
async function putBack(tx: Tx, turn: Turn, ms: number): Promise<void> {
  if (await writePause(tx, turn, ms)) await addNext(tx, turn, ms)
}

const addNext = (tx: Tx, turn: Turn, waitMs: number) =>
  addJob(tx, deliveryJob, { ...turn, turn: turn.turn + 1 }, { waitMs, queue: queueOf(turn) })

/** Writes down the outcome of a try, and plans the next one. @returns the delivery's state; undefined where something came between */
async function settle(
  tx: Tx,
  turn: Turn,
  { event, tries }: Due,
  sent: Sent,
): Promise<WebhookDelivery['state'] | undefined> {
  const webhook = { clientId: turn.clientId, id: turn.webhookId }
  const locked = await lockWebhook(tx, webhook)
  if (locked === undefined) return undefined
  const isTest = event === 'test'
  const last = sent.problem === 'gone' || isTest || tries + 1 >= maxTries
  const state = sent.problem === null ? 'delivered' : last ? 'failed' : 'waiting'
  // The webhook as a whole pauses after its failures, a delivery that it alone refuses after its own tries.
  const random = Math.random()
  const pauseMs = pauseAfter(locked.failures + 1, random)
  const next = state === 'waiting' ? Math.max(pauseMs, pauseAfter(tries + 1, random)) : null
  if (!(await writeTry(tx, turn, sent, state, next))) return undefined
  if (sent.problem === null) {
    await writeSuccess(tx, turn)
    return state
  }
  if (next !== null) await addNext(tx, turn, next)
  const over = !isTest && (await writeFailure(tx, turn, { days: failingDays, pauseMs }))
  if (locked.off === null && sent.problem === 'gone') await switchOff(tx, webhook, locked.url, 'gone')
  else if (locked.off === null && over) await switchOff(tx, webhook, locked.url, 'failing')
  return state
}

async function switchOff(
  tx: Tx,
  webhook: { clientId: string; id: string },
  url: string,
  reason: WebhookOffReason,
): Promise<void> {
  const { clientId, id: webhookId } = webhook
  await putOff(tx, webhook, reason)
  await recordAudit(tx, {
    action: 'webhook_off',
    reason,
    by: system,
    clientId,
    details: { webhook: webhookId, host: new URL(url).host },
  })
  const managers = await managersToWrite(tx, clientId)
  await addJobs(
    tx,
    sendWebhookOff,
    managers.map(({ userId }) => ({ clientId, webhookId, userId, reason })),
  )
}

export const webhookJobs = [deliverWebhook, sendWebhookOff]
