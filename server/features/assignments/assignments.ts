import type { Assignment } from '#contract/assignments.ts'
import type { Locale } from '#contract/fields.ts'
import { idInReach, type ReadableClient } from '#server/authority/reach.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { recordAssignmentEvents } from '#server/events/events.ts'
import { closeByTime } from '#server/features/delivery/attempts/closing/close.ts'
import { summaryOf } from '#server/features/delivery/results/results.ts'
import { questionCounts } from '#server/features/inventories/question-counts.ts'
import { namedReaderOf } from '#server/features/inventories/recipients.ts'
import { getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { giveBack } from '#server/features/quota/quotas.ts'
import { type Caller, hasScope } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { isolated } from '#server/jobs/isolated.ts'
import { type AssignmentRow, findRows } from './list-queries.ts'
import { findOverdue, lockOverdue } from './lock-queries.ts'
import { endUnstarted } from './write-queries.ts'

/** Assignments of one client as a manager of it sees them. */
export async function assignmentObjects(
  db: Executor,
  caller: Caller,
  client: ReadableClient,
  rows: readonly AssignmentRow[],
  locale: Locale,
): Promise<Assignment[]> {
  const named = await namedReaderOf(db, caller, idInReach(client))
  const readsResults = hasScope(caller, 'results:read')
  const objects = []
  // One after the other: a transaction's connection answers one query at a time.
  for (const row of rows) {
    const version = await getVersion(db, row.version_id)
    const isNamed = named.has(version.inventoryId)
    objects.push(toAssignment(row, version, { named: isNamed, readsResults }, locale))
  }
  return objects
}

/** Assignments of a client by their ids, in the order of these. */
export async function assignmentsById(
  db: Executor,
  caller: Caller,
  client: ReadableClient,
  ids: readonly string[],
  locale: Locale,
): Promise<Assignment[]> {
  return assignmentObjects(db, caller, client, await findRows(db, client, ids), locale)
}

/** One assignment of a client. @throws Failure not_found */
export async function assignmentById(
  db: Executor,
  caller: Caller,
  client: ReadableClient,
  id: string,
  locale: Locale,
): Promise<Assignment> {
  const [assignment] = await assignmentsById(db, caller, client, [id], locale)
  if (assignment === undefined) throw new Failure('not_found')
  return assignment
}

/**
 * @param named whether the caller is a named reader of what is sensitive of it
 * @param readsResults false for an API key without the right to results
 */
function toAssignment(
  row: AssignmentRow,
  version: Version,
  { named, readsResults }: { named: boolean; readsResults: boolean },
  locale: Locale,
): Assignment {
  const completed = row.status === 'completed'
  const readable = readsResults && (!version.definition.sensitive || named)
  const counts = { open: row.answered, sensitive: row.answered_sensitive }
  const readableResult = completed && readable && row.erased_at === null && row.restricted_at === null
  return {
    id: row.id,
    client: { id: row.client_id, name: row.client_name },
    user: {
      id: row.user_id,
      name: row.user_name,
      email: row.email ?? '',
      phone: row.phone,
      staffNumber: row.staff_number,
      group: row.group_name,
    },
    inventory: { id: row.inventory_id, code: version.definition.code, name: nameOf(version, locale) },
    description: row.description,
    status: row.status,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    dueDate: row.due_date,
    startedAt: row.started_at?.toISOString() ?? null,
    completedAt: completed ? (row.ended_at?.toISOString() ?? null) : null,
    progress: questionCounts(version, counts, row.begun ? (row.left_out ?? []) : undefined, named),
    durationSeconds: completed ? row.duration_seconds : null,
    testDay: testDayOf(row),
    opensAt: row.opens_at?.toISOString() ?? null,
    inOrder:
      row.battery_place === null || row.pause_minutes === null
        ? null
        : { place: row.battery_place, pauseMinutes: row.pause_minutes },
    accommodations: {
      timePercent: row.time_percent,
      textSize: row.text_size,
      readAloud: row.read_aloud,
      breaks: row.breaks,
      breakMinutes: row.break_minutes,
    },
    readAloudUsed: row.read_aloud_used,
    autoNextUsed: row.auto_next_used,
    lateAnswers: row.restricted_at === null ? row.late_answers : 0,
    lateDecision: row.late_decision,
    remindedAt: row.reminded_at?.toISOString() ?? null,
    keptUntil: row.kept_until,
    scalesKeptUntil: row.scales_kept_until,
    erased: row.erased_at !== null,
    ...(row.withheld && { withheld: true as const }),
    ...(row.end_reason === 'consent_withdrawn' && { consentWithdrawn: true as const }),
    ...(row.end_reason === 'closed' && { closed: true as const }),
    reportable: readableResult,
    ...(readableResult && !version.definition.sensitive && { shareable: true as const }),
    report: readableResult && row.scores !== null ? summaryOf(row.scores, version) : null,
  }
}

function testDayOf({ test_day_id: id, test_day_place: place, test_day: day }: AssignmentRow) {
  return id === null || place === null || day === null ? null : { id, place, day }
}

/**
 * Ends what passed its due day: an unstarted assignment expires and its unit goes back; a started untimed one is closed
 * and scored as it is. A running timed attempt may finish its own limit first.
 * @returns how many were ended
 */
export async function expireOverdue(db: Database): Promise<number> {
  // All tests that one look finds for a client are one movement of its ledger, and not one for each.
  const overdue = await findOverdue(db, 1000)
  const commands = new Map(overdue.map(({ client_id: clientId }) => [clientId, newId()]))
  return isolated(overdue, ({ client_id: clientId, id, inventory_id: inventoryId, started }) =>
    db.transaction().execute(async (tx) => {
      const held = await lockOverdue(tx, { clientId, id })
      // A person who started it at the last moment continues; the next run closes that attempt.
      if (held?.started !== started) return
      if (started) return closeByTime(tx, { clientId, assignmentId: id })
      await endUnstarted(tx, { clientId, id }, { status: 'expired', reason: 'past_due' })
      const assignments = [{ id, inventoryId }]
      const command = commands.get(clientId)
      await giveBack(tx, { clientId, assignments, reason: 'past_due', by: null, command })
      await recordAssignmentEvents(tx, clientId, ['assignment.expired'], [id])
    }),
  )
}
