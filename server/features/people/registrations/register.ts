import { timingSafeEqual } from 'node:crypto'
import type { BodyOf } from '#contract/kit.ts'
import type { confirmRegistration, Registered, register as registerCall } from '#contract/registering.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { repeated } from '#server/db/repeated.ts'
import { Failure } from '#server/http/failure.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { hashDigits, hashSecret, newSecret } from '#server/secrets.ts'
import { networkOf } from '#server/throttles/network.ts'
import { quarterHour, take } from '#server/throttles/throttles.ts'
import { countTry, deleteCheck, insertCheck } from './check-queries.ts'
import { sendRegistrationCode } from './jobs.ts'
import { codeSent, join, received } from './join.ts'
import { noticeVersion } from './notice.ts'
import { stateNow } from './page.ts'
import type { Key } from './queries.ts'
import { redeemToken } from './tickets.ts'

/** Two hundred people at a factory's gate share one address, and each may try three times. */
const triesOfNetwork = { atMost: 600, seconds: quarterHour }
const codesOfNetwork = { atMost: 2000, seconds: quarterHour }
/** The limit for an address whose owner may have asked for nothing. */
const codesOfAddress = { atMost: 5, seconds: 3600 }
const maxTries = 5

/** The last ten digits: 0532 111 22 33 and +90 532 111 22 33 are the same phone. As the index memberships_phone has it. */
const phoneContact = (phone: string) => phone.replace(/\D/g, '').slice(-10)

/**
 * Begins to register somebody. For an address a code is mailed where it can be used; the answer says whether there are places
 * left and is the same for everybody, known or not. A phone can't be verified, so it registers at once.
 * @throws Failure too_many_requests, contact_expired, notice_changed, registration_closed, registration_full
 */
export async function register(
  db: Database,
  key: Key,
  { website, token, name, email, phone, notice }: BodyOf<typeof registerCall>,
  { locale, address }: Visitor,
  { deps: { config } }: Context,
): Promise<Registered> {
  await take(db, [{ key: `register:${networkOf(address)}`, ...triesOfNetwork }])
  const check = newSecret()
  if (website) return email === undefined ? received : codeSent(check, 'open')
  if (notice !== noticeVersion) throw new Failure('notice_changed')
  const who = { name, locale, notice }
  if (email === undefined) {
    const given = phone ?? ''
    const joining = { ...who, email: null, phone: given, contact: phoneContact(given), address }
    return repeated(() =>
      db.transaction().execute(async (tx) => {
        await redeemToken(tx, token)
        return join(tx, config.slipKey, key, joining)
      }),
    )
  }
  const id = newId()
  const state = await db.transaction().execute(async (tx) => {
    await redeemToken(tx, token)
    // After the token: nobody without a page uses up what an address may get.
    await take(tx, [{ key: `register-code:${email}`, ...codesOfAddress }])
    const added = { clientId: key.clientId, id, registrationId: key.id, tokenHash: hashSecret(check) }
    await insertCheck(tx, { ...added, ...who, email })
    const now = await stateNow(tx, key)
    await addJob(tx, sendRegistrationCode, { clientId: key.clientId, id, promised: now === 'open' })
    return now
  })
  return codeSent(check, state)
}

/**
 * Registers the owner of an address by the code that was mailed to it.
 * @throws Failure too_many_requests, registration_code_wrong, registration_code_over after five tries or 15 minutes,
 * registration_closed, registration_full
 */
export async function confirm(
  db: Database,
  key: Key,
  { check, digits }: BodyOf<typeof confirmRegistration>,
  { address }: Visitor,
  { deps: { config } }: Context,
): Promise<Registered> {
  await take(db, [{ key: `register-confirm:${networkOf(address)}`, ...codesOfNetwork }])
  const ids = { clientId: key.clientId, registrationId: key.id }
  const tried = await countTry(db, { ...ids, tokenHash: hashSecret(check) })
  if (tried === undefined || tried.over || tried.tries > maxTries) throw new Failure('registration_code_over')
  const hash = hashDigits(config.slipKey, 'registration', tried.id, digits)
  if (tried.codeHash === null || !timingSafeEqual(hash, tried.codeHash))
    throw new Failure(tried.tries === maxTries ? 'registration_code_over' : 'registration_code_wrong')
  const { name, email, locale, notice } = tried
  const joining = { name, email, phone: null, contact: email, locale, notice, address }
  return repeated(() =>
    db.transaction().execute(async (tx) => {
      if (!(await deleteCheck(tx, { clientId: key.clientId, id: tried.id })))
        throw new Failure('registration_code_over')
      return join(tx, config.slipKey, key, joining)
    }),
  )
}
