import type { SkipReason } from '#contract/assignment-actions.ts'
import { reminderPauseHours, reminderRefusal } from '#contract/assignment-rules.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import type { Filter } from '#server/features/assignments/filter.ts'
import { type By, recordAction } from '#server/features/assignments/record.ts'
import { addJobs } from '#server/jobs/add.ts'
import { jobKeyOf, sendReminder } from './jobs.ts'
import {
  countReachable,
  countReminded,
  findReminded,
  findSendTime,
  findWithheld,
  insertReminders,
} from './queries.ts'

/** Longer than one step takes, and short enough for the mail's reader. */
export const betweenStepsMs = 30_000

/** What a reminder needs; the assignment is locked. */
interface Reminded {
  readonly id: string
  readonly userId: string
  readonly versionId: string
  readonly membershipId: string
  readonly status: 'pending' | 'completed' | 'expired' | 'cancelled'
  readonly over: boolean
  readonly overdue: boolean
  readonly unopened: boolean
  readonly onTestDay: boolean
  readonly email: string | null
  readonly member: boolean
}

export interface SendTime {
  readonly sendAt: Date
  /** It is night at the client's place, and the mail waits for the morning. */
  readonly queued: boolean
}

/** When a reminder goes out that somebody asks for now: at once, or at 08:00 when it is night at the client's place. */
export async function sendTimeOf(db: Executor, client: AuthorizedClient): Promise<SendTime> {
  return findSendTime(db, client.timeZone, null)
}

/** How many people reminding all that a filter finds would reach. */
export async function previewReminding(
  db: Executor,
  client: AuthorizedClient,
  filter: Filter,
): ReturnType<typeof countReachable> {
  return countReachable(db, client, filter, reminderPauseHours)
}

/** How many people the steps of one command reminded. */
export async function peopleReminded(
  db: Executor,
  client: AuthorizedClient,
  command: string,
): Promise<number> {
  return countReminded(db, client.id, command)
}

/**
 * Reminds the people of assignments that the caller has locked, each of them by one mail. In steps that commit one by
 * one a person's tests may be in several of them.
 * @returns why those were left that were left
 */
export async function remindLocked(
  tx: Executor,
  client: AuthorizedClient,
  held: readonly Reminded[],
  { by, sendAt, queued, inSteps = false }: SendTime & { by: By; inSteps?: boolean },
): Promise<Map<string, SkipReason>> {
  const clientId = client.id
  const ids = held.map((row) => row.id)
  const reminded = await findReminded(tx, { clientId, assignmentIds: ids, hours: reminderPauseHours })
  const withheld = await findWithheld(tx, { clientId, assignmentIds: ids })
  const skipped = new Map<string, SkipReason>()
  for (const row of held) {
    const reason = refusal(row, { reminded, withheld })
    if (reason !== undefined) skipped.set(row.id, reason)
  }
  const chosen = held.filter((row) => !skipped.has(row.id))
  if (chosen.length === 0) return skipped
  const rows = chosen.map(({ id, membershipId }) => ({ id: newId(), assignmentId: id, membershipId }))
  await insertReminders(tx, { clientId, by: by.userId, sendAt }, rows)
  await recordAction(tx, 'assignments_reminded', client, by, chosen)
  const memberships = [...new Set(rows.map((row) => row.membershipId))]
  const payloads = memberships.map((membershipId) => ({ clientId, membershipId }))
  // What the next steps ask for joins the mail that waits; at once it would be on its way already.
  const when = inSteps && !queued ? { waitMs: betweenStepsMs } : { runAt: sendAt }
  await addJobs(tx, sendReminder, payloads, { ...when, jobKey: jobKeyOf })
  return skipped
}

function refusal(
  row: Reminded,
  {
    reminded,
    withheld,
  }: { reminded: ReadonlySet<string>; withheld: Awaited<ReturnType<typeof findWithheld>> },
): SkipReason | undefined {
  if (row.status === 'pending' && !row.member) return 'removed'
  return reminderRefusal({
    ...row,
    over: row.over || row.overdue,
    withheld: withheld.get(row.id),
    hasEmail: row.email !== null,
    reminded: reminded.has(row.id),
  })
}
