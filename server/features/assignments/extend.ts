import type {
  extendAssignment as extendCall,
  extendAssignments as extendManyCall,
  SkipReason,
} from '#contract/assignment-actions.ts'
import { dueDateRefusal } from '#contract/assignment-rules.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { recordAssignmentEvents } from '#server/events/events.ts'
import { closedToCandidates, enabledInventories } from '#server/features/inventories/enablement.ts'
import { getVersion, type Version } from '#server/features/inventories/versions.ts'
import { sendInvitation } from '#server/features/memberships/invitations/jobs.ts'
import { lengthenInvitations } from '#server/features/memberships/links/links.ts'
import { spend } from '#server/features/quota/quotas.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import { addJobs } from '#server/jobs/add.ts'
import type { AuthorizedAssignment } from './access.ts'
import { toMany } from './bulk.ts'
import { refusePastDay } from './due.ts'
import type { Held } from './lock-queries.ts'
import { type InSteps, recordAction } from './record.ts'
import { forSingle } from './single.ts'
import { requireActive } from './state.ts'
import { reopenExpired, setDueDate } from './write-queries.ts'

/** Gives one assignment a later due date; nothing happens where it has that date. @throws Failure for why it can't have it */
export async function extendAssignment(
  tx: Tx,
  subject: AuthorizedAssignment,
  { dueDate }: BodyOf<typeof extendCall>,
  actor: Actor,
): Promise<void> {
  const { client } = subject
  await refusePastDay(tx, dueDate, client.timeZone)
  requireActive(client)
  await forSingle(
    tx,
    subject,
    (inTx, held) => extendLocked(inTx, client, held, { dueDate, by: actor }),
    (held) => held.status === 'pending' && held.dueDate === dueDate,
  )
}

/** Gives many assignments a later due date, as far as the quota goes. */
export async function extendAssignments(
  db: Database,
  client: AuthorizedClient,
  { dueDate, ...chosen }: BodyOf<typeof extendManyCall>,
  actor: Actor,
  { key }: Context,
) {
  // When units run out, the step is done again with as many as were left.
  let limits = new Map<string, number>()
  const again = (error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'quota_exceeded') return false
    limits = new Map([...limits, ...leftBy(error)])
    return true
  }
  const { done, skipped } = await toMany(db, client, chosen, {
    statuses: ['pending', 'expired'],
    idempotency: key,
    again,
    parseHead: () => null,
    begin: async (tx) => {
      await refusePastDay(tx, dueDate, client.timeZone)
      requireActive(client)
      return null
    },
    run: (tx, held, { command }) =>
      extendLocked(tx, client, held, { dueDate, by: { ...actor, command }, limits }),
  })
  return { done, skipped }
}

function leftBy({ details: { inventories } }: Failure): [string, number][] {
  const short = Array.isArray(inventories) ? inventories : []
  return short.map(({ id, left }: { id: string; left: number }) => [id, left])
}

interface Extending {
  dueDate: string
  by: By & InSteps
  /** The number of units of an inventory that may be taken, by its id; without limit where it is not named. */
  limits?: ReadonlyMap<string, number>
}

/**
 * Gives assignments that the caller has locked a later due date, or their first. An expired one takes a unit again and is
 * pending again, which webhooks learn as a new invitation. The links their people have live on until the new day, and each person gets one mail.
 * @returns why those were left that were left
 * @throws Failure quota_exceeded
 */
export async function extendLocked(
  tx: Executor,
  client: AuthorizedClient,
  held: readonly Held[],
  { dueDate, by, limits = new Map() }: Extending,
): Promise<Map<string, SkipReason>> {
  const skipped = new Map<string, SkipReason>()
  const [enabled, closed] = [await enabledInventories(tx, client.id), await closedToCandidates(tx, client.id)]
  for (const row of held) {
    const reason =
      refusal(row, dueDate) ?? (row.status === 'expired' ? again(row, enabled, closed) : undefined)
    if (reason !== undefined) skipped.set(row.id, reason)
  }
  const open = held.filter((row) => !skipped.has(row.id))
  const pending = open.filter((row) => row.status === 'pending')
  await setDueDate(tx, { clientId: client.id, ids: pending.map((row) => row.id), dueDate })
  const reopened = await reopen(
    tx,
    client,
    { rows: open.filter((row) => row.status === 'expired'), dueDate, by, limits },
    skipped,
  )
  const extended = [...pending, ...reopened]
  const unitsTaken = reopened.length
  await recordAction(tx, 'assignments_extended', client, by, extended, { unitsTaken }, { dueDate })
  await tell(tx, client, extended, dueDate)
  return skipped
}

function refusal(row: Held, dueDate: string): SkipReason | undefined {
  if (row.status === 'completed' || row.status === 'cancelled') return row.status
  if (!row.member) return 'removed'
  if (row.over) return 'past_due'
  if (row.opensOn !== null && dueDate < row.opensOn) return 'not_open_yet'
  return dueDateRefusal(row, dueDate)
}

/** An expired one is given once more, so the rules of giving count again. */
function again(row: Held, enabled: ReadonlySet<string>, closed: ReadonlySet<string>): SkipReason | undefined {
  if (!enabled.has(row.inventoryId)) return 'inventory_not_enabled'
  return row.candidate && closed.has(row.inventoryId) ? 'not_for_candidates' : undefined
}

async function reopen(
  tx: Executor,
  client: AuthorizedClient,
  { rows, dueDate, by, limits }: Required<Extending> & { rows: readonly Held[] },
  skipped: Map<string, SkipReason>,
): Promise<Held[]> {
  const seen = new Set<string>()
  const taken = new Map<string, number>()
  const wanted = rows.filter((row) => {
    const count = taken.get(row.inventoryId) ?? 0
    const pair = `${row.membershipId} ${row.inventoryId}`
    // One person can have two expired tests of an inventory; only one is opened again.
    if (seen.has(pair)) skipped.set(row.id, 'already_assigned')
    else if (count >= (limits.get(row.inventoryId) ?? Number.POSITIVE_INFINITY))
      skipped.set(row.id, 'quota_exceeded')
    else {
      seen.add(pair)
      taken.set(row.inventoryId, count + 1)
      return true
    }
    return false
  })
  const ids = wanted.map((row) => row.id)
  const done = await reopenExpired(tx, { clientId: client.id, ids, dueDate })
  for (const id of ids) if (!done.has(id)) skipped.set(id, 'already_assigned')
  const reopened = wanted.filter((row) => done.has(row.id))
  const versions = new Map<string, Version>()
  for (const row of reopened) versions.set(row.inventoryId, await getVersion(tx, row.versionId))
  await spend(tx, {
    clientId: client.id,
    createdBy: by.userId,
    command: by.command,
    assignments: reopened,
    reason: 'extended',
    codeOf: (inventoryId) => versions.get(inventoryId)?.definition.code ?? '',
  })
  await recordAssignmentEvents(
    tx,
    client.id,
    ['assignment.invited'],
    reopened.map((row) => row.id),
  )
  return reopened
}

async function tell(
  tx: Executor,
  client: AuthorizedClient,
  rows: readonly Held[],
  dueDate: string,
): Promise<void> {
  if (rows.length === 0) return
  const userIds = [...new Set(rows.map((row) => row.userId))]
  await lengthenInvitations(tx, { clientId: client.id, userIds, lastDay: dueDate, timeZone: client.timeZone })
  // Somebody who got their first due date has no more time than before.
  const extended = new Set(rows.filter((row) => row.dueDate !== null).map((row) => row.membershipId))
  const memberships = [...new Set(rows.map((row) => row.membershipId))]
  await addJobs(
    tx,
    sendInvitation,
    memberships.map((membershipId) => ({
      clientId: client.id,
      membershipId,
      reason: extended.has(membershipId) ? ('extended' as const) : ('dated' as const),
      eventKey: newId(),
    })),
  )
}
