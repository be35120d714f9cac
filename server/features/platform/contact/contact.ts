import type { sendContact } from '#contract/contact.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { Database } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import type { Visitor } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { hashSecret, newSecret } from '#server/secrets.ts'
import { networkOf } from '#server/throttles/network.ts'
import { issueTicket, redeemTicket, take } from '#server/throttles/throttles.ts'
import { sendContactMail } from './jobs.ts'

/** Nobody writes a message faster, and nobody writes on one for longer. */
const fromSeconds = 3
const toSeconds = 2 * 3600

const keyOf = (token: string) => `contact:${hashSecret(token).toString('base64url')}`

/** A token for one message. It is kept by its hash, where every process finds it. */
export async function openForm(
  db: Database,
  _platform: undefined,
  _query: undefined,
  { address }: Pick<Visitor, 'address'>,
): Promise<{ token: string }> {
  await take(db, [{ key: `contact-form:${networkOf(address)}`, atMost: 120, seconds: 900 }])
  const token = newSecret()
  await issueTicket(db, keyOf(token))
  return { token }
}

/**
 * Has a message sent to the people who run this installation.
 * @throws Failure contact_expired for a token that is too new, too old, used or nobody's; too_many_requests
 */
export async function acceptMessage(
  db: Database,
  _platform: undefined,
  { website, token, ...message }: BodyOf<typeof sendContact>,
  { locale, address }: Pick<Visitor, 'locale' | 'address'>,
): Promise<undefined> {
  const hour = { seconds: 3600 }
  await take(db, [{ key: `contact:${networkOf(address)}`, atMost: 20, ...hour }])
  if (website) return undefined
  await db.transaction().execute(async (tx) => {
    if (!(await redeemTicket(tx, keyOf(token), { fromSeconds, toSeconds })))
      throw new Failure('contact_expired')
    // The limit for everybody counts real messages only: a sender of others, from however many addresses, silences nobody.
    await take(tx, [{ key: 'contact:everybody', atMost: 200, ...hour }])
    await addJob(tx, sendContactMail, { ...message, locale })
  })
  return undefined
}
