import type { openSlipCode } from '#contract/auth.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { BodyOf } from '#contract/kit.ts'
import { readSlipCode } from '#contract/slipCode.ts'
import { recordAudit, visitor } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { openByCode } from '#server/features/memberships/links/links.ts'
import { Failure } from '#server/http/failure.ts'
import { originOf } from '#server/http/origin.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { networkOf } from '#server/throttles/network.ts'
import { quarterHour, take } from '#server/throttles/throttles.ts'
import { enterInvitation, recordRefusedLink, withTests } from './sign-in.ts'

/**
 * Wrong codes of one network in a quarter of an hour. A hall of sixty people who type from paper behind one address may each
 * be wrong five times; who is right is not counted.
 */
const maxWrong = 300

/**
 * Wrong codes of all networks in a minute. Beyond it a right code still opens, because a stranger must not be able to keep
 * everybody out; wrong ones are refused without an entry each.
 */
const maxWrongOverall = 1000

/** Codes of a link's refusals where a slip code was typed. */
const asCode: Partial<Record<ErrorCode, ErrorCode>> = {
  magic_link_invalid: 'slip_code_invalid',
  magic_link_expired: 'slip_code_expired',
}

/**
 * Opens the session that the slip's link opens.
 * @throws Failure slip_code_invalid, alike for what is no code and for one that nobody has, or that was replaced;
 * slip_code_expired; too_many_requests
 */
export async function signInByCode(
  db: Database,
  _platform: undefined,
  { code: typed }: BodyOf<typeof openSlipCode>,
  { address, locale }: Visitor,
  { deps, request }: Context,
) {
  const recordPace = () =>
    recordAudit(db, { action: 'sign_in_refused', reason: 'too_many_requests', by: visitor(address) })
  // Counted before the code is looked up, so that a burst is refused and not only its end.
  const giveBack = await take(
    db,
    [{ key: `slip-code:${networkOf(address)}`, atMost: maxWrong, seconds: quarterHour }],
    recordPace,
  )
  try {
    const outcome = await db.transaction().execute(async (tx) => {
      const link = await openByCode(tx, deps.config.slipKey, readSlipCode(typed))
      return enterInvitation(tx, link, originOf(request), 'slip_code')
    })
    if (outcome instanceof Failure) throw outcome
    await giveBack()
    return withTests(deps, outcome, locale)
  } catch (error) {
    const code = error instanceof Failure ? (asCode[error.code] ?? error.code) : undefined
    // The code was right where the test is done or over; and where something else failed nothing was tried.
    if (code !== 'slip_code_invalid') await giveBack()
    else await take(db, [{ key: 'slip-code', atMost: maxWrongOverall, seconds: 60 }], recordPace)
    if (!(error instanceof Failure) || code === undefined) throw error
    await recordRefusedLink(db, code, address)
    throw new Failure(code, { details: error.details })
  }
}
