import type { ErrorCode } from '#contract/errors.ts'
import { readSlipCode, slipCodeLength } from '#contract/slipCode.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import { openByCode } from '#server/features/links/links.ts'
import { networkOf } from '#server/features/throttles/network.ts'
import { take } from '#server/features/throttles/throttles.ts'
import { Failure } from '#server/http/failure.ts'
import type { Origin } from '#server/http/origin.ts'
import { enterInvitation, recordRefusedLink, type SignedIn } from './sign-in.ts'

const quarterHour = 15 * 60

/**
 * Wrong codes of one network in a quarter of an hour. A hall of sixty people who type from paper behind one address may each
 * be wrong five times; who is right is not counted. What keeps a guesser out is the code's length: at this pace, and with a
 * million slips about, a thousand years find one with a chance below 10⁻²⁵.
 */
const mostWrong = 300

/** What a link's refusals are called where a code was typed. */
const asCode: Partial<Record<ErrorCode, ErrorCode>> = {
  magic_link_invalid: 'slip_code_invalid',
  magic_link_expired: 'slip_code_expired',
}

/**
 * Opens the session that the slip's link opens.
 * @throws Failure slip_code_invalid, alike for what is no code and for one that nobody has, or that was replaced;
 * slip_code_expired; invitation_completed with the receipt; too_many_requests
 */
export async function signInByCode(db: Database, typed: string, origin: Origin): Promise<SignedIn> {
  const { address } = origin
  // Counted before the code is looked up, so that a burst is refused and not only its end.
  const giveBack = await take(
    db,
    [{ key: `slip-code:${networkOf(address)}`, atMost: mostWrong, seconds: quarterHour }],
    () => recordAudit(db, { action: 'sign_in_refused', reason: 'too_many_requests', actorId: null, address }),
  )
  try {
    const signedIn = await db.transaction().execute((tx) => enterByCode(tx, typed, origin))
    await giveBack()
    return signedIn
  } catch (error) {
    const code = error instanceof Failure ? (asCode[error.code] ?? error.code) : undefined
    // Whose test is done or over had the right code; and where something else failed nothing was tried.
    if (code !== 'slip_code_invalid') await giveBack()
    if (!(error instanceof Failure) || code === undefined) throw error
    await recordRefusedLink(db, code, address)
    throw new Failure(code, { details: error.details })
  }
}

async function enterByCode(tx: Executor, typed: string, origin: Origin): Promise<SignedIn> {
  const code = readSlipCode(typed)
  if (code.length !== slipCodeLength) throw new Failure('slip_code_invalid')
  return enterInvitation(tx, await openByCode(tx, code), origin, 'slip_code')
}
