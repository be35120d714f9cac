import { z } from 'zod'
import type { remindAssignments, SkipReason } from '#contract/assignment-actions.ts'
import { reminderPauseHours, reminderRefusal } from '#contract/assignment-rules.ts'
import { moment } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import type { AuthorizedAssignment } from '#server/features/assignments/access.ts'
import { toMany } from '#server/features/assignments/bulk.ts'
import type { Filter } from '#server/features/assignments/filter.ts'
import { type InSteps, recordAction } from '#server/features/assignments/record.ts'
import { forSingle } from '#server/features/assignments/single.ts'
import { requireActive } from '#server/features/assignments/state.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import { addJobs } from '#server/jobs/add.ts'
import {
  countReachable,
  countReminded,
  findReminded,
  findSendTime,
  findWithheld,
  insertReminders,
} from './queries.ts'
import { jobKeyOf, sendReminder } from './sending.ts'

/** When reminders go out, as an answer says it. */
const sendTime = z.object({ sendAt: moment, queued: z.boolean() })

export const reminded = z.object({ reminder: sendTime })

const sendTimeAnswer = ({ sendAt, queued }: SendTime): z.output<typeof sendTime> => ({
  sendAt: sendAt.toISOString(),
  queued,
})

/** Reminds the person of one assignment. @throws Failure client_not_active, or why no reminder can be sent */
export async function remindOne(tx: Tx, subject: AuthorizedAssignment, _body: undefined, by: Actor) {
  requireActive(subject.client)
  const reminder = await sendTimeOf(tx, subject.client)
  await forSingle(tx, subject, (inTx, held) => remindLocked(inTx, subject.client, held, { by, ...reminder }))
  return { reminder: sendTimeAnswer(reminder) }
}

/** Reminds the people of many assignments, each once. */
export async function remindMany(
  db: Database,
  client: AuthorizedClient,
  chosen: BodyOf<typeof remindAssignments>,
  actor: Actor,
  { key }: Context,
) {
  const { done, skipped, head, command } = await toMany(db, client, chosen, {
    statuses: ['pending'],
    idempotency: key,
    parseHead: (stored) => sendTime.parse(stored),
    begin: async (tx) => {
      requireActive(client)
      return sendTimeAnswer(await sendTimeOf(tx, client))
    },
    run: (tx, held, step) =>
      remindLocked(tx, client, held, {
        by: { ...actor, command: step.command },
        sendAt: new Date(step.head.sendAt),
        queued: step.head.queued,
        inSteps: true,
      }),
  })
  return { done, skipped, people: await peopleReminded(db, client, command), ...head }
}

/** Longer than one step takes, and short enough for the mail's reader. */
export const betweenStepsMs = 30_000

/** The fields that a reminder needs of an assignment, which is locked. */
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

/** Counts the people who would get a mail if all that a filter finds were reminded. */
export async function previewReminding(
  db: Executor,
  client: AuthorizedClient,
  filter: Filter,
): ReturnType<typeof countReachable> {
  return countReachable(db, client, filter, reminderPauseHours)
}

/** Counts the people that the steps of one command reminded. */
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
  { by, sendAt, queued, inSteps = false }: SendTime & { by: By & InSteps; inSteps?: boolean },
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
  // The next steps add to the mail while it is pending; without a delay it would be on its way already.
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
