import type { ClientInventory, enableInventory } from '#contract/enablements.ts'
import type { Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { cancelRunning } from '#server/features/assignments/cancel.ts'
import { eraseTests } from '#server/features/erasure/erase.ts'
import { currentVersions, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { managersAmong } from '#server/features/people/memberships.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
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

/** Every inventory with its status for a client: those without anything sensitive are open to all. */
export async function clientInventories(
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

/** The newest version of an inventory. @throws Failure not_found */
export async function versionOfInventory(db: Executor, inventoryId: string): Promise<Version> {
  const version = (await currentVersions(db)).find((known) => known.inventoryId === inventoryId)
  if (version === undefined) throw new Failure('not_found')
  return version
}

interface By {
  userId: string
  address: string
}

/**
 * Opens a sensitive inventory, or the sensitive scales of another one, to a client; or changes basis and readers. Closed to
 * candidates, it is for them as if it were disabled.
 * @param key the installation's, for the marks of what was erased
 * @throws Failure inventory_not_sensitive; candidates_not_confirmed; FieldFailure for a reader who does not manage the
 * client, for a clinician who is no reader, and for a missing purpose
 */
export async function enable(
  db: Database,
  key: Buffer,
  by: By,
  { client, version }: { client: AuthorizedClient; version: Version },
  {
    legalBasis,
    recipientIds,
    purpose = '',
    forCandidates = false,
    candidatesConfirmed,
    clinicianId = null,
  }: BodyOf<typeof enableInventory>,
): Promise<void> {
  const { inventoryId, definition } = version
  const userIds = [...new Set(recipientIds)]
  await db.transaction().execute(async (tx) => {
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
    const given = { inventoryId, legalBasis, purpose, ...audience, by: by.userId }
    await lockEnablement(tx, client, inventoryId)
    const before = (await findEnablements(tx, client)).find((row) => row.inventory_id === inventoryId)
    await putEnablement(tx, client, given)
    await putRecipients(tx, client, { inventoryId, ...readers, by: by.userId })
    if (before?.for_candidates && !audience.forCandidates)
      await endRunning(tx, key, by, client, { runningOf: inventoryId, ofCandidates: true })
    for (const reason of before === undefined ? [undefined] : changes(before, { ...given, ...readers }))
      await recordAudit(tx, {
        action: 'inventory_enabled',
        ...(reason !== undefined && { reason }),
        actorId: by.userId,
        clientId: client.id,
        address: by.address,
        details: {
          ...{ code: definition.code, recipients: userIds, ...audience },
          ...(readers.clinicianId !== null && { clinician: readers.clinicianId }),
        },
      })
  })
}

/** What a change changed, each with an entry of its own; readers and basis also where nothing is new. */
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
 * @param key the installation's, for the marks of what was erased
 */
export async function disable(
  db: Database,
  key: Buffer,
  by: By,
  { client, version }: { client: AuthorizedClient; version: Version },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await deleteEnablement(tx, client, version.inventoryId))) return
    if (version.definition.sensitive)
      await endRunning(tx, key, by, client, { runningOf: version.inventoryId, ofCandidates: false })
    await recordAudit(tx, {
      action: 'inventory_disabled',
      actorId: by.userId,
      clientId: client.id,
      address: by.address,
      details: { code: version.definition.code },
    })
  })
}
