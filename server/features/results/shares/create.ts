import type { BodyOf } from '#contract/kit.ts'
import { sharePath } from '#contract/pages.ts'
import type { createShare } from '#contract/shares.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import type { AppConfig } from '#server/deps.ts'
import { requireActive } from '#server/features/assignments/state.ts'
import { resultOf, whyWithheld } from '#server/features/delivery/results/results.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { By } from '#server/http/subject.ts'
import { hashDigits, hashSecret, newDigits, newSecret } from '#server/secrets.ts'
import { type AssignmentToShare, findAssignments, insertShare } from './queries.ts'

/**
 * Shares reports with somebody who has no account. The PIN is in the answer alone.
 * @throws Failure not_found, client_not_active, share_sensitive, report_not_ready, report_erased, report_withdrawn,
 * report_restricted
 */
export async function create(
  tx: Tx,
  client: AuthorizedClient,
  body: BodyOf<typeof createShare>,
  { userId, address }: By,
  config: Pick<AppConfig, 'publicUrl' | 'slipKey'>,
) {
  requireActive(client)
  const assignmentIds = [...new Set(body.assignmentIds)]
  const found = await findAssignments(tx, client, assignmentIds)
  if (found.length < assignmentIds.length) throw new Failure('not_found')
  const codes = await refuseUnreadable(tx, client, found)
  const id = newId()
  const [token, pin] = [newShareToken(body.locale), newDigits()]
  const { show, recipient, purpose, locale, days } = body
  const ground = body.outside || null
  await insertShare(tx, {
    clientId: client.id,
    id,
    token_hash: hashSecret(token),
    pin_hash: hashDigits(config.slipKey, 'share', id, pin),
    show,
    recipient,
    legal_ground: ground,
    purpose: purpose ?? null,
    locale,
    created_by: userId,
    days,
    assignmentIds,
  })
  const people = new Set(found.map((one) => one.user_id))
  await recordAudit(tx, {
    action: 'share_created',
    by: { userId, address },
    subjectId: people.size === 1 ? (found[0]?.user_id ?? null) : null,
    clientId: client.id,
    // Without the recipient's name: entries can't be changed. The log looks it up.
    details: {
      share: id,
      show,
      quantity: assignmentIds.length,
      codes,
      assignments: assignmentIds,
      ...(ground !== null && { outside: ground }),
      ...(purpose !== undefined && { purpose }),
    },
  })
  return { id, url: config.publicUrl + sharePath(token), pin }
}

/** The end of a link: 256 random bits, and the language in which its page asks for the PIN. */
const newShareToken = (locale: string) => `${newSecret()}-${locale}`

/** @returns the codes of the tests */
async function refuseUnreadable(
  db: Executor,
  { id: clientId }: AuthorizedClient,
  assignments: readonly AssignmentToShare[],
): Promise<string[]> {
  const codes = new Set<string>()
  for (const { version_id } of assignments) {
    const { definition } = await getVersion(db, version_id)
    if (definition.sensitive) throw new Failure('share_sensitive')
    codes.add(definition.code)
  }
  for (const { id: assignmentId } of assignments) {
    const key = { clientId, assignmentId }
    if ((await resultOf(db, key)) !== undefined) continue
    const why = await whyWithheld(db, key)
    throw new Failure(why === undefined ? 'report_not_ready' : `report_${why}`)
  }
  return [...codes].sort()
}
