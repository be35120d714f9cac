import { type BoardRow, maxBoardRows } from '#contract/board.ts'
import type { Locale } from '#contract/fields.ts'
import { presentedItems } from '#scoring/form/form.ts'
import { itemsLeftOut } from '#scoring/form/left-out.ts'
import { idInReach, type ReadableClient } from '#server/authority/reach.ts'
import type { Executor } from '#server/db/database.ts'
import type { Filter } from '#server/features/assignments/filter.ts'
import { type Answered, answersOf } from '#server/features/delivery/attempts/signs/presence.ts'
import { questionCounts } from '#server/features/inventories/question-counts.ts'
import { namedReaderOf } from '#server/features/inventories/recipients.ts'
import { getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import type { Actor } from '#server/http/subject.ts'
import { type BoardLine, findBoard } from './board-queries.ts'
import { stateOf } from './state.ts'

/** The people of a day with the question that each is at now. */
export async function liveBoard(
  db: Executor,
  client: ReadableClient,
  filter: Filter,
  { caller, locale }: Actor,
) {
  const lines = await findBoard(db, client, filter, maxBoardRows)
  const named = await namedReaderOf(db, caller, idInReach(client))
  const shown = await Promise.all(
    lines.map(async (line) => {
      const version = await getVersion(db, line.version_id)
      return { line, version, knows: named.has(version.inventoryId) && version.sensitiveItems.size > 0 }
    }),
  )
  const counts = await answersOfAll(db, idInReach(client), shown)
  const rows = shown.map((one) => toRow(one, counts, locale))
  const serverTime = (lines[0]?.now ?? new Date()).toISOString()
  return { serverTime, rows, count: lines[0]?.count ?? 0 }
}

/** An assignment on the board, and whether its reader may see which sensitive scales are asked. */
interface Shown {
  line: BoardLine & { now: Date }
  version: Version
  knows: boolean
}

// The keys are the attempt and the time of its scoring: answers in time that reach a closed one later have it scored
// again. The order never changes.
const closed = new Map<string, Answered>()
const orders = new Map<string, readonly string[]>()

/** Keeps at most some thousand, the newest. */
function keep<Kept>(kept: Map<string, Kept>, key: string, value: Kept): Kept {
  const [oldest] = kept.keys()
  if (kept.size >= 5 * maxBoardRows && oldest !== undefined) kept.delete(oldest)
  kept.set(key, value)
  return value
}

const scoringOf = (attemptId: string, { scored_at: at }: BoardLine) => `${attemptId} ${at?.toISOString()}`

/**
 * Running attempts are counted with each sign of their device, without what is sensitive; the others here, closed ones once for
 * each scoring.
 */
async function answersOfAll(
  db: Executor,
  clientId: string,
  shown: readonly Shown[],
): Promise<ReadonlyMap<string, Answered>> {
  const counts = new Map<string, Answered>()
  const asked: BoardLine[] = []
  for (const { line, knows } of shown) {
    const { attempt_id: id, closed_by: closedBy, answered, answered_at } = line
    if (id === null) continue
    const known =
      closedBy === null
        ? !knows && answered !== null && { answered, answered_sensitive: 0, answered_at }
        : closed.get(scoringOf(id, line))
    if (known) counts.set(id, known)
    else asked.push(line)
  }
  if (asked.length === 0) return counts
  const attemptIds = asked.flatMap(({ attempt_id: id }) => id ?? [])
  const found = await answersOf(db, { clientId, attemptIds })
  for (const line of asked) {
    const { attempt_id: id, closed_by: closedBy } = line
    const count = id === null ? undefined : found.get(id)
    if (id === null || count === undefined) continue
    counts.set(id, closedBy === null ? count : keep(closed, scoringOf(id, line), count))
  }
  return counts
}

/** The number of a question in an attempt's form, from 1, and its section. */
function placeOf(
  { line, version: { definition, sensitiveItems }, knows }: Shown,
  { attemptId, itemId }: { attemptId: string; itemId: string },
  locale: Locale,
): { item: number; section: string } | undefined {
  const order = orders.get(attemptId) ?? keep(orders, attemptId, presentedItems(definition, attemptId))
  const at = order.indexOf(itemId)
  if (at < 0) return undefined
  // Other readers see the count that everybody has: only readers of a sensitive scale may know whether it is asked here.
  const hidden = knows ? itemsLeftOut(definition, line.left_out ?? []) : sensitiveItems
  const open = order.filter((id) => !hidden.has(id))
  const item = Math.max(1, order.slice(0, at + 1).filter((id) => !hidden.has(id)).length)
  const section = definition.sections.find(({ items }) => items.some(({ id }) => id === open[item - 1]))
  return { item, section: definition.texts[locale].sections?.[section?.id ?? '']?.title ?? '' }
}

const iso = (moment: Date | null | undefined) => moment?.toISOString() ?? null

function toRow(shown: Shown, counts: ReadonlyMap<string, Answered>, locale: Locale): BoardRow {
  const { line, version, knows } = shown
  const { attempt_id: attemptId } = line
  const counted = attemptId === null ? undefined : counts.get(attemptId)
  const answeredAt = counted?.answered_at ?? null
  const running = attemptId !== null && line.closed_by === null
  const place =
    running && line.item_id !== null ? placeOf(shown, { attemptId, itemId: line.item_id }, locale) : undefined
  return {
    assignmentId: line.id,
    membershipId: line.membership_id,
    name: line.name,
    room: line.room,
    inventory: { code: version.definition.code, name: nameOf(version, locale) },
    status: line.status,
    state: stateOf({ ...line, answered_at: answeredAt }, line.now),
    ...questionCounts(
      version,
      { open: counted?.answered ?? 0, sensitive: counted?.answered_sensitive ?? 0 },
      attemptId === null ? undefined : (line.left_out ?? []),
      knows,
    ),
    item: place?.item ?? null,
    section: place?.section ?? null,
    unsent: running ? (line.unsent ?? 0) : 0,
    startedAt: iso(line.started_at),
    finishedAt: iso(line.ended_at),
    pausedAt: iso(line.paused_at),
    breakUntil: iso(line.break_until),
    seenAt: iso(line.seen_at ?? answeredAt),
    answeredAt: iso(answeredAt),
    deadline: running ? iso(line.deadline) : null,
    tablet: line.tablet ?? '',
    startedOffline: line.started_offline,
    addedMinutes: Math.round((line.added_seconds ?? 0) / 60),
    accommodations: {
      timePercent: line.time_percent,
      textSize: line.text_size,
      readAloud: line.read_aloud,
      breaks: line.breaks,
      breakMinutes: line.break_minutes,
    },
    notes: line.notes,
    kept: line.kept,
  }
}
