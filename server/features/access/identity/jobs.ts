import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { consentsOf } from '#server/features/memberships/links/withdrawal.ts'
import { defineMail } from '#server/mail/define.ts'
import { hashDigits, newDigits } from '#server/secrets.ts'
import { findCheck, setCode } from './queries.ts'

/**
 * Mails a code by which somebody shows who they are, or that a new address is theirs. It is typed where it was asked for. It
 * is made here and not when the job is added, so that no live code is in the job table. Each try carries a new one, and ends
 * the one before.
 */
export const sendCode = defineMail({
  name: 'send_identity_code',
  kind: 'identity_code',
  newEachTry: true,
  payload: z.strictObject({ id }),
  // Somebody is looking at their phone; half an hour later nobody is.
  maxAttempts: 6,
  priority: -10,
  async find({ id }, deps) {
    const check = await findCheck(deps.db, id)
    if (check === undefined) return undefined
    const digits = newDigits()
    await setCode(deps.db, id, hashDigits(deps.config.slipKey, 'identity', id, digits))
    const consents = check.purpose === 'identity' ? await consentsOf(deps, check) : undefined
    const code = `${digits.slice(0, 3)} ${digits.slice(3)}`
    // A new address may be a stranger's, who gets no name.
    return { ...check, userId: null, name: '', words: { code }, consents }
  },
  texts: ['mail:identityCode.'],
  write: (say, { purpose, words: { code } }) => ({
    paragraphs: [say(`lead.${purpose}`)],
    rows: [[say('code'), code]],
    notes: [say('life'), say('secret')],
    closing: [say('notYou')],
  }),
})

export const identityJobs = [sendCode]
