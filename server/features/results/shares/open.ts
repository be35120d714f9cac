import { timingSafeEqual } from 'node:crypto'
import type { BodyOf } from '#contract/kit.ts'
import { maxWrongPins, type openShare, type SharedReports } from '#contract/shares.ts'
import { recordAudit, visitor } from '#server/audit/audit.ts'
import type { Database, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { brandLookOf } from '#server/features/memberships/brands/brands.ts'
import { reportToShare } from '#server/features/results/reports/shared.ts'
import { deviceClassOf } from '#server/http/device-class.ts'
import { Failure } from '#server/http/failure.ts'
import { originOf } from '#server/http/origin.ts'
import type { Context, Visitor } from '#server/http/subject.ts'
import { hashDigits, hashSecret } from '#server/secrets.ts'
import { networkOf } from '#server/throttles/network.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { take } from '#server/throttles/throttles.ts'
import { countWrongPin, findShared, insertOpening, lockByToken, type OpenedShare } from './queries.ts'
import { shownOf } from './shown.ts'

/**
 * Wrong PINs of one link in a minute. Beyond it they are refused as too many, and count as before; the right one opens, because
 * others who have the link must not keep its reader out.
 */
const maxWrongPerMinute = 5

/** Wrong tries of one network in a quarter of an hour, for all links. */
const maxWrongOfNetwork = 300

/**
 * Shows the reports of a share, and puts on record that somebody read them.
 * @throws Failure share_refused, alike for a wrong PIN and a link that was never there; share_locked; share_over once it has
 * ended or has no report any more; too_many_requests
 */
export async function open(
  db: Database,
  _platform: undefined,
  { token, pin }: BodyOf<typeof openShare>,
  { address }: Visitor,
  { deps, request }: Context,
): Promise<SharedReports> {
  const tokenHash = hashSecret(token)
  const network = { key: `share:${networkOf(address)}`, atMost: maxWrongOfNetwork, seconds: 15 * 60 }
  const giveBack = await take(db, [network])
  const found = await db
    .transaction()
    .execute((tx) => tryPin(tx, deps.config.slipKey, tokenHash, { pin, address }))
  if (found === 'locked') throw new Failure('share_locked')
  if (found === 'refused') {
    const link = `share-pin:${tokenHash.toString('base64url')}`
    await take(db, [{ key: link, atMost: maxWrongPerMinute, seconds: 60 }])
    throw new Failure('share_refused')
  }
  await giveBack()
  if (!found.open) throw new Failure('share_over')
  await limitPace(db, found.clientId, 'reports')
  const { userAgent } = originOf(request)
  return db.transaction().execute((tx) => show(tx, found, { address, userAgent }))
}

/** Counts a wrong PIN while the share is locked, so that twenty at once are twenty. */
async function tryPin(
  tx: Tx,
  slipKey: Buffer,
  tokenHash: Buffer,
  { pin, address }: { pin: string; address: string },
): Promise<OpenedShare | 'locked' | 'refused'> {
  const share = await lockByToken(tx, tokenHash)
  if (share === undefined) return 'refused'
  if (share.wrong_pins >= maxWrongPins) return 'locked'
  if (timingSafeEqual(share.pin_hash, hashDigits(slipKey, 'share', share.id, pin))) return share
  const wrong = await countWrongPin(tx, share)
  if (wrong === maxWrongPins)
    await recordAudit(tx, {
      action: 'share_locked',
      by: visitor(address),
      clientId: share.clientId,
      details: { share: share.id },
    })
  return 'refused'
}

async function show(
  tx: Tx,
  share: OpenedShare,
  { address, userAgent }: { address: string; userAgent: string },
): Promise<SharedReports> {
  const { clientId, locale } = share
  const reports: SharedReports['reports'] = []
  for (const { assignmentId, userId } of await findShared(tx, share)) {
    const report = await reportToShare(tx, { clientId, assignmentId, userId }, locale)
    if (report === undefined) continue
    reports.push(shownOf(report, share.show))
    await recordAudit(tx, {
      action: 'share_opened',
      by: visitor(address),
      subjectId: userId,
      clientId,
      details: { share: share.id, code: report.inventory.code, assignments: [assignmentId] },
    })
  }
  if (reports.length === 0) throw new Failure('share_over')
  await insertOpening(tx, share, { id: newId(), device: deviceClassOf(userAgent) })
  const brand = await brandLookOf(tx, clientId)
  return {
    client: share.client,
    ...(brand && { brand }),
    recipient: share.recipient,
    show: share.show,
    locale,
    timeZone: share.timeZone,
    expiresAt: share.expires_at.toISOString(),
    reports,
  }
}
