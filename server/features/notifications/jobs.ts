import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { formatNumber } from '#contract/format.ts'
import { pageForClient } from '#contract/landing.ts'
import { minutesBetweenMails, type Notification } from '#contract/notifications.ts'
import { addressOf } from '#contract/pages.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { currentVersions, nameOf } from '#server/features/inventories/versions.ts'
import { addJob, addJobs } from '#server/jobs/add.ts'
import { scheduleJob } from '#server/jobs/define.ts'
import type { JobDeps } from '#server/jobs/deps.ts'
import { isolated } from '#server/jobs/isolated.ts'
import { defineMail } from '#server/mail/define.ts'
import {
  findClientsWithQuotaChange,
  findFinishedDue,
  findOverdueNumbers,
  findTransfersDue,
  findUnits,
  markLowQuota,
  takeFinished,
  takeTransfers,
} from './queries.ts'
import { recipientsOf, stopLines, stopUrlOf } from './recipients.ts'

const ofManager = z.strictObject({ clientId: id, membershipId: id })

/** A manager who still wants some mails, as the reader of one. */
async function readerOf(
  { clientId, membershipId }: z.infer<typeof ofManager>,
  notification: Notification,
  { db, config }: JobDeps,
) {
  const recipients = await recipientsOf(db, clientId, notification)
  const found = recipients.find((one) => one.membershipId === membershipId)
  if (found === undefined) return undefined
  const { userId, name, email, locale, client } = found
  const unsubscribe = stopUrlOf(found, notification, config)
  return { userId, name, email, locale, words: { client }, clientId, unsubscribe }
}

const testNames = async (db: Executor, locale: 'tr' | 'en') =>
  new Map((await currentVersions(db)).map((version) => [version.inventoryId, nameOf(version, locale)]))

/** Tells a manager how many tests were finished, by test, and nothing about who took them. */
export const sendFinished = defineMail({
  name: 'send_finished_tests',
  kind: 'finished_tests',
  payload: ofManager.extend({
    pace: z.enum(['each', 'daily', 'weekly']),
    tests: z.array(z.strictObject({ inventoryId: id, count: z.number().int() })).min(1),
  }),
  async find({ pace, tests, ...key }, deps) {
    const reader = await readerOf(key, 'finished', deps)
    if (reader === undefined) return undefined
    const names = await testNames(deps.db, reader.locale)
    const count = tests.reduce((sum, one) => sum + one.count, 0)
    const rows = tests.map((one) => [names.get(one.inventoryId) ?? '', one.count] as const)
    return {
      ...reader,
      pace,
      rows,
      words: { ...reader.words, count, number: formatNumber(count, reader.locale) },
    }
  },
  texts: ['mail:finishedTests.', 'mail:chosen.'],
  write: (say, { locale, pace, rows, clientId, unsubscribe }) => ({
    paragraphs: [say(`lead.${pace}`)],
    rows: rows.map(([name, count]) => [name, formatNumber(count, locale)]),
    action: pageForClient(`${addressOf('assignments')}?status=completed`, clientId),
    closing: stopLines(say, unsubscribe),
  }),
})

/** Tells a manager which tests have little quota left. */
export const sendQuotaLow = defineMail({
  name: 'send_quota_low',
  kind: 'quota_low',
  payload: ofManager.extend({ inventoryIds: z.array(id).min(1) }),
  async find({ inventoryIds, ...key }, deps) {
    const reader = await readerOf(key, 'quota', deps)
    if (reader === undefined) return undefined
    const names = await testNames(deps.db, reader.locale)
    const units = await findUnits(deps.db, key.clientId, inventoryIds)
    const rows = inventoryIds.map((one) => [names.get(one) ?? '', units.get(one) ?? 0] as const)
    return { ...reader, rows }
  },
  texts: ['mail:quotaLow.', 'mail:chosen.'],
  write: (say, { locale, rows, clientId, unsubscribe }) => ({
    rows: rows.map(([name, count]) => [name, say('left', { count, number: formatNumber(count, locale) })]),
    action: pageForClient(addressOf('purchase'), clientId),
    closing: stopLines(say, unsubscribe),
  }),
})

/** Tells a manager that bank transfers have not arrived by their day, unless they have by now. */
export const sendTransfersOverdue = defineMail({
  name: 'send_transfers_overdue',
  kind: 'transfers_overdue',
  payload: ofManager.extend({ orderIds: z.array(id).min(1) }),
  async find({ orderIds, ...key }, deps) {
    const reader = await readerOf(key, 'transfers', deps)
    const numbers = await findOverdueNumbers(deps.db, key.clientId, orderIds)
    if (reader === undefined || numbers.length === 0) return undefined
    return { ...reader, numbers, words: { ...reader.words, count: numbers.length } }
  },
  texts: ['mail:transfersOverdue.', 'mail:chosen.'],
  write: (say, { numbers, clientId, unsubscribe }) => ({
    rows: numbers.map((number) => [say('order'), number]),
    action: pageForClient(addressOf('orders'), clientId),
    notes: [say('paid')],
    closing: stopLines(say, unsubscribe),
  }),
})

/**
 * Mails finished tests to the managers who are due. Each mail is added in the transaction that notes it.
 * @param now in place of the database's clock
 * @returns how many mails
 */
export async function mailFinished(db: Database, now: Date | null = null): Promise<number> {
  let mails = 0
  await isolated(await findFinishedDue(db, minutesBetweenMails, now), (due) =>
    db.transaction().execute(async (tx) => {
      const tests = await takeFinished(tx, due, minutesBetweenMails, now)
      const { clientId, membershipId, pace } = due
      if (tests === undefined || tests.length === 0 || pace === 'off') return
      await addJob(tx, sendFinished, { clientId, membershipId, pace, tests })
      mails += 1
    }),
  )
  return mails
}

/** Mails quotas that became low, once each time. @returns how many mails */
export async function mailLowQuota(db: Database): Promise<number> {
  let mails = 0
  await isolated(await findClientsWithQuotaChange(db), (clientId) =>
    db.transaction().execute(async (tx) => {
      const low = await markLowQuota(tx, clientId)
      await addJobs(
        tx,
        sendQuotaLow,
        low.map((one) => ({ clientId, ...one })),
      )
      mails += low.length
    }),
  )
  return mails
}

/** Mails at 08:00 which bank transfers have become overdue, each once. @param now as above @returns how many mails */
export async function mailOverdueTransfers(db: Database, now: Date | null = null): Promise<number> {
  let mails = 0
  await isolated(await findTransfersDue(db, now), (due) =>
    db.transaction().execute(async (tx) => {
      const orderIds = await takeTransfers(tx, due)
      if (orderIds === undefined || orderIds.length === 0) return
      await addJob(tx, sendTransfersOverdue, {
        clientId: due.clientId,
        membershipId: due.membershipId,
        orderIds,
      })
      mails += 1
    }),
  )
  return mails
}

const scheduledFinished = scheduleJob({
  name: 'mail_finished_tests',
  every: '* * * * *',
  async run({ db, log }) {
    const mails = await mailFinished(db)
    if (mails > 0) log.info({ mails }, 'told managers of finished tests')
  },
})

const scheduledQuota = scheduleJob({
  name: 'mail_low_quota',
  every: '*/5 * * * *',
  async run({ db, log }) {
    const mails = await mailLowQuota(db)
    if (mails > 0) log.info({ mails }, 'told managers of low quota')
  },
})

const scheduledTransfers = scheduleJob({
  name: 'mail_overdue_transfers',
  every: '*/5 * * * *',
  async run({ db, log }) {
    const mails = await mailOverdueTransfers(db)
    if (mails > 0) log.info({ mails }, 'told managers of overdue transfers')
  },
})

export const notificationJobs = [
  sendFinished,
  sendQuotaLow,
  sendTransfersOverdue,
  scheduledFinished,
  scheduledQuota,
  scheduledTransfers,
]
