import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { withWithdrawal } from '#server/features/links/withdrawal.ts'
import { defineJob } from '#server/jobs/define.ts'
import { InvalidAddress } from '#server/mail/clean.ts'
import { hashCode, newDigits } from './codes.ts'
import { identityCodeMail } from './emails.ts'
import { findCheck, setCode } from './queries.ts'

/**
 * Mails a code. It is made here and not when the job is added, so that no live code is in the job table. Each try carries a
 * new one, and ends the one before.
 */
export const sendCode = defineJob({
  name: 'send_identity_code',
  payload: z.strictObject({ id }),
  // Somebody is looking at their phone; half an hour later nobody is.
  maxAttempts: 6,
  priority: -10,
  async run({ id }, deps, current) {
    const { db, mailer, config, log } = deps
    const check = await findCheck(db, id)
    if (check === undefined) return
    const digits = newDigits()
    await setCode(db, id, hashCode(config.slipKey, id, digits))
    const { email, locale, purpose, userId } = check
    const content = identityCodeMail(locale, purpose, digits)
    try {
      await mailer.send(
        {
          kind: 'identity_code',
          eventKey: `${current.id} ${current.createdAt.toISOString()} ${current.attempt}`,
          // A new address may be a stranger's, who gets no name.
          to: { name: '', address: email },
          content: purpose === 'identity' ? await withWithdrawal(deps, userId, content) : content,
        },
        current.signal,
      )
    } catch (error) {
      if (!(error instanceof InvalidAddress)) throw error
      log.warn({ reason: error.message }, 'the address of a code was refused')
    }
  },
})

export const identityJobs = [sendCode]
