import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { formatDate, formatNumber } from '#contract/format.ts'
import { pageForClient } from '#contract/landing.ts'
import { addressOf } from '#contract/pages.ts'
import { clientOfJob } from '#server/authority/client.ts'
import { peopleAtDesk, peopleInRole } from '#server/features/privacy/requests/desk.ts'
import { addJobs } from '#server/jobs/add.ts'
import { scheduleJob } from '#server/jobs/define.ts'
import { isolated } from '#server/jobs/isolated.ts'
import { defineMail } from '#server/mail/define.ts'
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
  // The mail keeps the role it was made for: a manager with a newly confirmed address gets none in the admin's place.
  role: z.enum(['manager', 'operator']).default('manager'),
  tests: z.number().int(),
  scales: z.number().int().default(0),
  first: z.iso.datetime(),
  scalesFirst: z.iso.datetime().optional(),
  people: z.number().int().default(0),
  peopleFirst: z.iso.datetime().optional(),
})

/** Tells one manager, or one admin in their place, what a client's periods erase soon. */
export const sendErasureAhead = defineMail({
  name: 'send_erasure_ahead',
  kind: 'erasure_ahead',
  payload,
  async find({ clientId, userId, role, ...ending }, { db }) {
    const reader = (await peopleInRole(db, clientId, role)).find((one) => one.userId === userId)
    if (reader === undefined) return undefined
    const { name, email, locale } = reader
    const client = await clientOfJob(db, clientId)
    const words = { client: client.name }
    return { userId, name, email, locale, words, clientId, timeZone: client.timeZone, role, ...ending }
  },
  texts: ['mail:erasureAhead.'],
  write(say, { locale, clientId, timeZone, role, tests, scales, people, first, scalesFirst, peopleFirst }) {
    const ending = (count: number, day = first) => ({
      count,
      number: formatNumber(count, locale),
      day: formatDate(day, locale, timeZone),
    })
    const all = ending(tests + scales)
    return {
      subject: all.count > 0 ? say('subject', all) : say('subjectPeople', ending(people)),
      preheader: say('preheader', all),
      paragraphs: [
        tests > 0 && say('lead', ending(tests)),
        scales > 0 && say('scales', ending(scales, scalesFirst)),
        people > 0 && say('people', ending(people, peopleFirst)),
        all.count > 0 ? say('next', all) : say('nextPeople', all),
      ],
      action: {
        // An admin's pages of an organisation that is chosen may be another one's.
        url:
          role === 'manager'
            ? pageForClient(addressOf('retention'), clientId)
            : addressOf('client', { clientId }),
        label: say(`action.${role}`),
        lead: say(`actionLead.${role}`),
      },
      closing: [say(`why.${role}`, all)],
    }
  },
})

/** Tells the managers of each client which data is erased soon, each test and person once. */
export const warnOfErasure = scheduleJob({
  name: 'warn_of_erasure',
  every: '11 6,10,14 * * *',
  async run({ db, log }) {
    let mails = 0
    await isolated(await findClients(db), async (clientId) => {
      const readers = await peopleAtDesk(db, clientId)
      // The tests are not marked: somebody who confirms their address later gets the mail.
      if (readers.length === 0) return
      await db.transaction().execute(async (tx) => {
        const ending = await announceEnding(tx, clientId, ahead)
        if (ending === undefined) return
        const payloads = readers.map(({ userId, role }) => ({
          clientId,
          userId,
          role,
          tests: ending.tests,
          scales: ending.scales,
          people: ending.people,
          first: ending.first.toISOString(),
          scalesFirst: ending.scalesFirst.toISOString(),
          peopleFirst: ending.peopleFirst.toISOString(),
        }))
        await addJobs(tx, sendErasureAhead, payloads)
        mails += readers.length
      })
    })
    if (mails > 0) log.info({ mails }, 'told clients what is erased soon')
  },
})

export const retentionJobs = [sendErasureAhead, eraseExpired, warnOfErasure]
