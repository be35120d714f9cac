import { z } from 'zod'
import { type SkipReason, skipReason } from '#contract/assignment-actions.ts'
import type { AssignmentStatus } from '#contract/assignments.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { repeated } from '#server/db/repeated.ts'
import { type Idempotency, nextStep } from '#server/http/idempotency.ts'
import type { Filter } from './filter.ts'
import { findNextIds } from './list-queries.ts'
import { type Held, lockAssignments } from './lock-queries.ts'

/** Changes locked assignments, and returns why some were skipped. */
export type Action = (tx: Executor, held: readonly Held[]) => Promise<ReadonlyMap<string, SkipReason>>

export interface Chosen {
  assignmentIds?: readonly string[] | undefined
  filter?: Filter | undefined
}

const inOneStep = 300

const stored = z.object({
  done: z.number(),
  skipped: z.array(z.object({ reason: skipReason, count: z.number() })),
  /** The last one that was looked at. */
  after: z.string().nullable(),
  over: z.boolean(),
  /** The id that the audit entries of all steps have in common; stored, so that a later call continues with it. */
  command: z.string().default(() => newId()),
  head: z.unknown(),
})
type Progress<Head> = z.output<typeof stored> & { head: Head }

/** Data that the actions of all steps share. */
interface Step<Head> {
  head: Head
  command: string
}

interface Work<Head> {
  /** The statuses of the assignments that are looked at, of a filter. */
  statuses: readonly AssignmentStatus[]
  idempotency: Idempotency | undefined
  /** Finds in the first step what all of them need, and refuses what cannot be done at all. */
  begin: (tx: Executor) => Promise<Head>
  parseHead: (head: unknown) => Head
  run: (...args: [...Parameters<Action>, step: Step<Head>]) => ReturnType<Action>
  /** Given a failed step's error, says whether to try it once more. */
  again?: (error: unknown) => boolean
}

/**
 * Does something to many assignments, some hundred in a transaction, so that nobody waits long for a row. What was done
 * before a failure stays done; the call repeated does the rest.
 */
export async function toMany<Head>(
  db: Database,
  client: AuthorizedClient,
  chosen: Chosen,
  { statuses, idempotency, begin, parseHead, run, again }: Work<Head>,
): Promise<{ done: number; skipped: { reason: SkipReason; count: number }[]; head: Head; command: string }> {
  const next = async (tx: Executor, progress: Progress<Head>): Promise<Progress<Head>> => {
    const ids = await nextIds(tx, client, chosen, { statuses, after: progress.after, limit: inOneStep })
    const held = await lockAssignments(tx, client, { ids })
    const skipped = await run(tx, held, progress)
    const reasons = new Map(progress.skipped.map(({ reason, count }) => [reason, count]))
    const skip = (reason: SkipReason, count: number) =>
      reasons.set(reason, (reasons.get(reason) ?? 0) + count)
    for (const reason of skipped.values()) skip(reason, 1)
    if (held.length < ids.length) skip('not_found', ids.length - held.length)
    return {
      done: progress.done + held.length - skipped.size,
      skipped: [...reasons].map(([reason, count]) => ({ reason, count })),
      after: ids.at(-1) ?? progress.after,
      over: ids.length < inOneStep,
      command: progress.command,
      head: progress.head,
    }
  }
  let progress: Progress<Head> | undefined
  do {
    const before: Progress<Head> | undefined = progress
    const step = (tx: Executor) =>
      nextStep<Progress<Head>>(tx, idempotency, before, {
        begin: async () => ({
          done: 0,
          skipped: [],
          after: null,
          over: false,
          command: newId(),
          head: await begin(tx),
        }),
        next: (from) => next(tx, from),
        parse: (kept) => {
          const parsed = stored.parse(kept)
          return { ...parsed, head: parseHead(parsed.head) }
        },
      })
    progress = await repeated(() => db.transaction().execute(step), again)
  } while (!progress.over)
  const { done, skipped, head, command } = progress
  return { done, skipped, head, command }
}

/** The next ones in the order of their ids, whether they are named or found. */
async function nextIds(
  tx: Executor,
  client: AuthorizedClient,
  { assignmentIds, filter }: Chosen,
  walk: { statuses: readonly AssignmentStatus[]; after: string | null; limit: number },
): Promise<string[]> {
  if (filter !== undefined) return findNextIds(tx, client, filter, walk)
  const { after, limit } = walk
  const named = [...new Set(assignmentIds)].toSorted()
  return named.filter((id) => after === null || id > after).slice(0, limit)
}
