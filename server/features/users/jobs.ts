import { z } from 'zod'
import { email, id, locale } from '#contract/fields.ts'
import { createLink } from '#server/features/links/links.ts'
import { countWithin } from '#server/features/throttles/throttles.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { verificationMail } from './emails.ts'
import { findUnverified } from './queries.ts'

const mailsPerHour = 5

/** Mails the link that confirms an address, unless it is confirmed, or another one, by now. */
export const sendVerification = defineJob({
  name: 'send_verification',
  payload: z.strictObject({ userId: id, email, locale }),
  async run({ userId, email, locale }, deps, current) {
    const { db, log, config } = deps
    const person = await findUnverified(db, userId)
    if (person?.email !== email) return
    const count = current.attempt > 1 ? 0 : await countWithin(db, `mail:verification:${userId}`, 3600)
    if (count > mailsPerHour) {
      log.info({ userId, count }, 'verification mail not sent: too many this hour')
      return
    }
    const { path } = await db.transaction().execute((tx) =>
      createLink(tx, {
        userId,
        purpose: 'verification',
        clientId: null,
        createdBy: null,
        expiresAt: person.endsAt,
      }),
    )
    const message = {
      kind: 'verification',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name: person.name, address: email },
      content: verificationMail(locale, person.name, config.publicUrl + path),
    }
    await deliver(deps, message, userId, current)
  },
})
