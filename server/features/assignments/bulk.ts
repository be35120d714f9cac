import type { SkipReason } from '#contract/assignment-actions.ts'
import type { AssignmentStatus } from '#contract/assignments.ts'
import type { Database, Executor } from '#server/db/database.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import type { Filter } from './filter.ts'
import { findNextIds, type Held, holdAssignments } from './queries.ts'

/** Does something to assignments that are held, and says why it left those that it left. */
export type Action = (tx: Executor, held: readonly Held[]) => Promise<ReadonlyMap<string, SkipReason>>

export interface Chosen {
  assignmentIds?: readonly string[] | undefined
  filter?: Filter | undefined
}

const inOneStep = 300

/**
 * Does something to many assignments, some hundred in a transaction, so that nobody waits long for a row. What was done
 * before a failure stays done; the call repeated does the rest.
 * @param options.statuses of a filter only these are looked at
 * @param options.again told of a failed step, says whether to try it once more
 */
export async function toMany(
  db: Database,
  client: AuthorizedClient,
  { assignmentIds, filter }: Chosen,
  action: Action,
  options: { statuses: readonly AssignmentStatus[]; again?: (error: unknown) => boolean },
): Promise<{ done: number; skipped: { reason: SkipReason; count: number }[] }> {
  const reasons = new Map<SkipReason, number>()
  const skip = (reason: SkipReason, count = 1) => reasons.set(reason, (reasons.get(reason) ?? 0) + count)
  let done = 0
  for await (const ids of steps(db, client, { assignmentIds, filter }, options.statuses)) {
    const step = await repeated(
      () =>
        db.transaction().execute(async (tx) => {
          const held = await holdAssignments(tx, client, { ids })
          return { held: held.length, skipped: await action(tx, held) }
        }),
      options.again,
    )
    for (const reason of step.skipped.values()) skip(reason)
    if (step.held < ids.length) skip('not_found', ids.length - step.held)
    done += step.held - step.skipped.size
  }
  return { done, skipped: [...reasons].map(([reason, count]) => ({ reason, count })) }
}

async function* steps(
  db: Database,
  client: AuthorizedClient,
  { assignmentIds, filter }: Chosen,
  statuses: readonly AssignmentStatus[],
): AsyncGenerator<string[]> {
  if (filter === undefined) {
    const ids = [...new Set(assignmentIds)]
    for (let at = 0; at < ids.length; at += inOneStep) yield ids.slice(at, at + inOneStep)
    return
  }
  let after: string | null = null
  while (true) {
    const ids: string[] = await findNextIds(db, client, filter, { statuses, after, limit: inOneStep })
    if (ids.length > 0) yield ids
    if (ids.length < inOneStep) return
    after = ids.at(-1) ?? null
  }
}

// Somebody else took the same place at the same moment; the second look finds it taken.
const collided = (error: unknown) => /^(23505|40P01|40001)$/.test(String(Object(error).code))

/** Runs a transaction again when it met another one on its way. */
export async function repeated<Answer>(
  run: () => Promise<Answer>,
  again: (error: unknown) => boolean = () => false,
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (error) {
      if (tries === 5 || !(collided(error) || again(error))) throw error
    }
  }
}
