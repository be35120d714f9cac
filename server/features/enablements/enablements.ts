import { isOperator } from '#contract/access.ts'
import type { ClientInventory, enableInventory as enableCall } from '#contract/enablements.ts'
import type { Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { cancelRunning } from '#server/features/assignments/cancel.ts'
import type { ClientInventory as OfClient } from '#server/features/inventories/access.ts'
import { visibleInventories } from '#server/features/inventories/offers.ts'
import { currentVersions, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { managersAmong } from '#server/features/people/memberships.ts'
import { eraseTests } from '#server/features/privacy/erasure/erase.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import {
  countRunning,
  deleteEnablement,
  type EnablementRow,
  findEnablements,
  lockEnablement,
  putEnablement,
  putRecipients,
} from './queries.ts'

/** Names of the single scales that only named readers see; of a wholly sensitive inventory there are none besides. */
function sensitiveScales({ definition }: Version, locale: Locale): string[] {
  if (definition.sensitive) return []
  return definition.scales
    .filter((scale) => scale.sensitive)
    .map(({ key }) => definition.texts[locale].scales?.[key]?.name ?? key)
}

/** The inventories that a client knows of, for operators all there are. */
export async function clientInventories(
  db: Executor,
  client: AuthorizedClient,
  _query: undefined,
  { caller, locale }: Actor,
): Promise<ClientInventory[]> {
  const all = await withStatus(db, client, locale)
  if (isOperator(caller)) return all
  const visible = await visibleInventories(db, client.id)
  return all.filter(({ inventory }) => visible.has(inventory.id))
}

/** Every inventory with its status for a client: those without anything sensitive are open to all. */
async function withStatus(
  db: Executor,
  client: AuthorizedClient,
  locale: Locale,
): Promise<ClientInventory[]> {
  const [versions, rows] = [await currentVersions(db), await findEnablements(db, client)]
  const running = await countRunning(db, client)
  return versions.map((version) => {
    const { definition, inventoryId } = version
    const row = rows.find((one) => one.inventory_id === inventoryId)
    const scales = sensitiveScales(version, locale)
    return {
      inventory: { id: inventoryId, code: definition.code, name: nameOf(version, locale) },
      sensitive: definition.sensitive,
      sensitiveScales: scales,
      enabled: (!definition.sensitive && scales.length === 0) || row !== undefined,
      legalBasis: row?.legal_basis ?? null,
      purpose: row?.purpose ?? '',
      forCandidates: row?.for_candidates ?? false,
      enabledAt: row?.enabled_at.toISOString() ?? null,
      enabledBy: row?.enabled_by ?? null,
      recipients: row?.recipients ?? [],
      clinicianId: row?.clinician_id ?? null,
      running: (definition.sensitive ? running.get(inventoryId) : undefined) ?? { people: 0, candidates: 0 },
    }
  })
}

/**
 * Opens a sensitive inventory, or the sensitive scales of another one, to a client; or changes basis and readers. Closed to
 * candidates, it is for them as if it were disabled.
 * @param key the installation's, for the marks of what was erased
 * @throws Failure inventory_not_sensitive; candidates_not_confirmed; FieldFailure for a reader who does not manage the
 * client, for a clinician who is no reader, and for a missing purpose
 */
export async function enable(
  tx: Tx,
  { client, version }: OfClient,
  {
    legalBasis,
    recipientIds,
    purpose = '',
    forCandidates = false,
    candidatesConfirmed,
    clinicianId = null,
  }: BodyOf<typeof enableCall>,
  by: By,
  key: Buffer,
): Promise<void> {
  const { userId } = by
  const { inventoryId, definition } = version
  const userIds = [...new Set(recipientIds)]
  const managers = await managersAmong(tx, client.id, userIds)
  const wrong = recipientIds.flatMap((id, at) =>
    managers.has(id) ? [] : [[`recipientIds.${at}`, { key: 'not_a_manager' }] as const],
  )
  if (wrong.length > 0) throw new FieldFailure(Object.fromEntries(wrong))
  if (!definition.sensitive && sensitiveScales(version, 'tr').length === 0)
    throw new Failure('inventory_not_sensitive')
  if (definition.sensitive && purpose === '') throw new FieldFailure({ purpose: { key: 'required' } })
  const audience = { forCandidates: definition.sensitive && forCandidates }
  if (audience.forCandidates && candidatesConfirmed !== true) throw new Failure('candidates_not_confirmed')
  if (clinicianId !== null && !userIds.includes(clinicianId))
    throw new FieldFailure({ clinicianId: { key: 'not_a_reader' } })
  const readers = {
    userIds,
    // Flags are of a wholly sensitive inventory's scales.
    clinicianId: definition.sensitive ? clinicianId : null,
  }
  const given = { inventoryId, legalBasis, purpose, ...audience, by: userId }
  await lockEnablement(tx, client, inventoryId)
  const before = (await findEnablements(tx, client)).find((row) => row.inventory_id === inventoryId)
  await putEnablement(tx, client, given)
  await putRecipients(tx, client, { inventoryId, ...readers, by: userId })
  if (before?.for_candidates && !audience.forCandidates)
    await endRunning(tx, key, by, client, { runningOf: inventoryId, ofCandidates: true })
  for (const reason of before === undefined ? [undefined] : changes(before, { ...given, ...readers }))
    await recordAudit(tx, {
      action: 'inventory_enabled',
      ...(reason !== undefined && { reason }),
      by,
      clientId: client.id,
      details: {
        code: definition.code,
        recipients: userIds,
        ...audience,
        ...(readers.clinicianId !== null && { clinician: readers.clinicianId }),
      },
    })
}

/** The same; the answer is the inventory as it then is for the client. */
export async function enableInventory(
  tx: Tx,
  on: OfClient,
  body: BodyOf<typeof enableCall>,
  actor: Actor,
  { deps }: Context,
): Promise<ClientInventory> {
  await enable(tx, on, body, actor, deps.config.slipKey)
  const all = await withStatus(tx, on.client, actor.locale)
  const found = all.find(({ inventory }) => inventory.id === on.version.inventoryId)
  if (found === undefined) throw new Failure('not_found')
  return found
}

/** The reasons of a change, each with an entry of its own; readers and basis are one also where nothing is new. */
function changes(
  before: EnablementRow,
  after: Parameters<typeof putEnablement>[2] & { userIds: readonly string[]; clinicianId: string | null },
): string[] {
  const reasons: string[] = []
  if (after.purpose !== before.purpose) reasons.push('purpose_changed')
  if (after.forCandidates !== before.for_candidates)
    reasons.push(after.forCandidates ? 'opened_to_candidates' : 'closed_to_candidates')
  if (after.clinicianId !== before.clinician_id) reasons.push('clinician_changed')
  const readers = (ids: readonly string[]) => [...ids].sort().join()
  const sameReaders = readers(before.recipients.map(({ userId }) => userId)) === readers(after.userIds)
  if (!sameReaders || after.legalBasis !== before.legal_basis || reasons.length === 0)
    reasons.push('recipients_changed')
  return reasons
}

/** Ends running tests that may not be taken any more, and erases what was answered. */
async function endRunning(
  tx: Executor,
  key: Buffer,
  by: By,
  client: AuthorizedClient,
  running: Parameters<typeof cancelRunning>[2],
): Promise<void> {
  const ended = await cancelRunning(tx, client, running, by)
  await eraseTests(tx, key, client, ended, { ...by, reason: 'manager' })
}

/**
 * Closes a sensitive inventory to a client. What is assigned stays and can't be started; nobody reads the reports until it is open
 * again. Of one that is sensitive as a whole the running tests end, and what was answered is erased: nothing may be done with it.
 */
export async function disable(
  tx: Tx,
  { client, version: { inventoryId, definition } }: OfClient,
  _body: undefined,
  by: By,
  { deps }: Context,
): Promise<undefined> {
  if (!(await deleteEnablement(tx, client, inventoryId))) return
  const running = { runningOf: inventoryId, ofCandidates: false }
  if (definition.sensitive) await endRunning(tx, deps.config.slipKey, by, client, running)
  await recordAudit(tx, {
    action: 'inventory_disabled',
    by,
    clientId: client.id,
    details: { code: definition.code },
  })
}
