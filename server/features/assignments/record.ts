import type { NewOrder } from '#contract/access-fields.ts'
import type { Accommodations } from '#contract/accommodation-fields.ts'
import type { AuditAction } from '#contract/audit.ts'
import { type Doer, lastOfCommand, recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { getVersion } from '#server/features/inventories/versions.ts'
import type { Assigned } from './assign.ts'

/** The id that the steps of one command have in common, where it may take many. */
export interface InSteps {
  readonly command?: string
}

type BulkAction = Extract<
  AuditAction,
  | 'assignments_cancelled'
  | 'assignments_extended'
  | 'assignments_reminded'
  | 'many_accommodations_changed'
  | 'tests_paused'
  | 'tests_resumed'
>

interface Recorded {
  readonly id: string
  readonly userId: string
  readonly versionId: string
}

/**
 * Puts what was done to some assignments on record, in the transaction in which it was done: one entry for all of them.
 * The entry of a later step counts what the steps before it did: the newest entry of a command is true of all of it, also
 * where the command went no further.
 * @param counted numbers that add up over the steps
 */
export async function recordAction(
  tx: Executor,
  action: BulkAction,
  client: AuthorizedClient,
  by: Doer & InSteps,
  rows: readonly Recorded[],
  counted: Readonly<Record<string, number>> = {},
  details: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  if (rows.length === 0) return
  const { command } = by
  const before = command === undefined ? undefined : await lastOfCommand(tx, command)
  const [person = null, ...others] = new Set(rows.map((row) => row.userId))
  const alone = others.length === 0 && (before === undefined || before.subjectId === person)
  const totals = Object.entries({ quantity: rows.length, ...counted }).map(([name, number]) => [
    name,
    number + Number(before?.details[name] ?? 0),
  ])
  const known = before?.details.codes
  const codes = new Set(Array.isArray(known) ? known.map(String) : [])
  for (const versionId of new Set(rows.map((row) => row.versionId)))
    codes.add((await getVersion(tx, versionId)).definition.code)
  await recordAudit(tx, {
    action,
    by,
    ...(alone && { subjectId: person }),
    clientId: client.id,
    command,
    details: {
      ...details,
      ...Object.fromEntries(totals),
      codes: [...codes].sort(),
      assignments: rows.map((row) => row.id),
    },
  })
}

/** The terms of an invitation's tests, as they are put on record. */
export interface Terms {
  readonly accommodations?: Accommodations | undefined
  readonly opensAt?: string | undefined
  readonly inOrder?: NewOrder | undefined
}

export const termsOf = ({ accommodations, opensAt, inOrder }: Terms) => ({
  ...(accommodations && { accommodations }),
  ...(opensAt && { opensAt }),
  ...(inOrder && { inOrder }),
})

/** Puts on record that people were given tests, in the transaction in which they were: one entry for all of them. */
export async function recordGiven(
  tx: Executor,
  client: AuthorizedClient,
  by: Doer,
  { added, codeOf }: Pick<Assigned, 'added' | 'codeOf'>,
  terms: Terms,
): Promise<void> {
  if (added.length === 0) return
  const [subjectId = null, ...others] = new Set(added.map((assignment) => assignment.userId))
  await recordAudit(tx, {
    action: 'assignments_created',
    by,
    ...(others.length === 0 && { subjectId }),
    clientId: client.id,
    details: {
      people: others.length + 1,
      quantity: added.length,
      codes: codesOf({ added, codeOf }),
      ...termsOf(terms),
    },
  })
}

/** Which tests were given, by their codes. */
export const codesOf = ({ added, codeOf }: Pick<Assigned, 'added' | 'codeOf'>): string[] =>
  [...new Set(added.map((assignment) => codeOf(assignment.inventoryId)))].sort()
