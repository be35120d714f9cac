import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { addressOf } from '#contract/pages.ts'
import { managersToWrite } from '#server/features/memberships/memberships.ts'
import { addJobs } from '#server/jobs/add.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { erasureAheadMail } from './emails.ts'
import { countEnding, findClients } from './queries.ts'
import { eraseOver } from './retention.ts'

/** Erases what is over, each night. */
export const eraseByTheClock = defineJob({
  name: 'erase_by_the_clock',
  payload: z.unknown(),
  async run(_payload, { db, log, config }) {
    const erased = await eraseOver(db, config.slipKey)
    if (erased.tests + erased.scales + erased.people > 0) log.info(erased, 'erased what was kept long enough')
  },
})

// Looked at once a week, so that each test is announced once, 30 to 37 days ahead.
const ahead = { from: 30, to: 37 }

const payload = z.strictObject({
  clientId: id,
  userId: id,
  tests: z.number().int(),
  scales: z.number().int().default(0),
})

/** Tells one manager what their client's periods erase in a month. */
export const sendErasureAhead = defineJob({
  name: 'send_erasure_ahead',
  payload,
  async run({ clientId, userId, tests, scales }, deps, current) {
    const manager = (await managersToWrite(deps.db, clientId)).find((one) => one.userId === userId)
    if (manager === undefined) return
    const { name, email, locale, client } = manager
    const message = {
      kind: 'erasure_ahead',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name, address: email },
      content: erasureAheadMail(
        locale,
        { name, client, tests, scales },
        deps.config.publicUrl + addressOf('retention'),
      ),
    }
    await deliver(deps, message, userId, current)
  },
})

/** Tells the managers of each client which data is erased in a month. */
export const warnOfErasure = defineJob({
  name: 'warn_of_erasure',
  payload: z.unknown(),
  async run(_payload, { db, log }) {
    let mails = 0
    for (const clientId of await findClients(db)) {
      const ending = await countEnding(db, clientId, ahead)
      if (ending.tests + ending.scales === 0) continue
      const managers = await managersToWrite(db, clientId)
      await db.transaction().execute((tx) =>
        addJobs(
          tx,
          sendErasureAhead,
          managers.map(({ userId }) => ({ clientId, userId, ...ending })),
        ),
      )
      mails += managers.length
    }
    if (mails > 0) log.info({ mails }, 'told managers what is erased in a month')
  },
})
