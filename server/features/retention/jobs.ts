import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { addressOf } from '#contract/pages.ts'
import { clientOfJob } from '#server/authority/client.ts'
import { peopleAtDesk, peopleInRole } from '#server/features/requests/desk.ts'
import { addJobs } from '#server/jobs/add.ts'
import { defineJob, scheduleJob } from '#server/jobs/define.ts'
import { eachOnItsOwn } from '#server/jobs/each.ts'
import { deliver } from '#server/mail/deliver.ts'
import { erasureAheadMail } from './emails.ts'
import { announceEnding } from './ending-queries.ts'
import { findClients } from './queries.ts'
import { eraseOver } from './retention.ts'

/** Erases what is over, each night. */
const eraseExpired = scheduleJob({
  name: 'erase_by_the_clock',
  every: '23 1 * * *',
  async run({ db, log, config }) {
    const erased = await eraseOver(db, config.slipKey)
    if (erased.tests + erased.scales + erased.people > 0) log.info(erased, 'erased what was kept long enough')
  },
})

// Two days more than the month that managers have, in case nothing runs then; and a week's tests in one mail.
const ahead = { soon: 32, within: 39 }

const payload = z.strictObject({
  clientId: id,
  userId: id,
  // As the mail was asked for: a manager who confirms their address meanwhile gets no mail in the admin's place.
  role: z.enum(['manager', 'operator']).default('manager'),
  tests: z.number().int(),
  scales: z.number().int().default(0),
  first: z.iso.datetime(),
  scalesFirst: z.iso.datetime().optional(),
  people: z.number().int().default(0),
  peopleFirst: z.iso.datetime().optional(),
})

/** Tells one manager, or one admin, what a client's periods erase soon. */
export const sendErasureAhead = defineJob({
  name: 'send_erasure_ahead',
  payload,
  async run({ clientId, userId, role, ...ending }, deps, current) {
    const reader = (await peopleInRole(deps.db, clientId, role)).find((one) => one.userId === userId)
    if (reader === undefined) return
    const { name, email, locale } = reader
    const { name: client, timeZone } = await clientOfJob(deps.db, clientId)
    // An admin's pages of an organisation that is chosen may be another one's.
    const page = role === 'manager' ? addressOf('retention') : addressOf('client', { clientId })
    const message = {
      kind: 'erasure_ahead',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name, address: email },
      content: erasureAheadMail(
        locale,
        { name, client, timeZone, role, ...ending },
        deps.config.publicUrl + page,
      ),
    }
    await deliver(deps, message, userId, current)
  },
})

/** Tells the managers of each client which data is erased soon, each test and person once. */
export const warnOfErasure = scheduleJob({
  name: 'warn_of_erasure',
  every: '11 6,10,14 * * *',
  async run({ db, log }) {
    let mails = 0
    await eachOnItsOwn(await findClients(db), async (clientId) => {
      const readers = await peopleAtDesk(db, clientId)
      // Not marked: who confirms their address later gets the mail.
      if (readers.length === 0) return
      await db.transaction().execute(async (tx) => {
        const ending = await announceEnding(tx, clientId, ahead)
        if (ending === undefined) return
        const payloads = readers.map(({ userId, role }) => ({
          ...{ clientId, userId, role, tests: ending.tests, scales: ending.scales },
          ...{ first: ending.first.toISOString(), scalesFirst: ending.scalesFirst.toISOString() },
          ...{ people: ending.people, peopleFirst: ending.peopleFirst.toISOString() },
        }))
        await addJobs(tx, sendErasureAhead, payloads)
        mails += readers.length
      })
    })
    if (mails > 0) log.info({ mails }, 'told clients what is erased soon')
  },
})

export const retentionJobs = [sendErasureAhead, eraseExpired, warnOfErasure]
