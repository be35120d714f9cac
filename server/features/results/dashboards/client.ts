import type { ClientDashboard } from '#contract/dashboards.ts'
import type { Locale } from '#contract/fields.ts'
import { clientOfAllPeople, hiddenTests, idInReach, type ReadableClient } from '#server/authority/reach.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { assignmentsById } from '#server/features/assignments/assignments.ts'
import { todayIn } from '#server/features/assignments/due.ts'
import type { Tally } from '#server/features/delivery/tallies/counted.ts'
import { countsOf, inAll, statuses, sumOf, talliesOf } from '#server/features/delivery/tallies/tallies.ts'
import { currentVersions, nameOf } from '#server/features/inventories/versions.ts'
import { quotaObjects } from '#server/features/quota/status.ts'
import { isReaderAt } from '#server/http/caller.ts'
import type { Actor } from '#server/http/subject.ts'
import { addDays, daysFrom } from './days.ts'
import { countTallies, findShown } from './queries.ts'

const seriesDays = 30
const few = 7

/**
 * A client's dashboard. The numbers come from tallies and the lists from indexes that stop after a few rows, so it costs
 * the same at ten assignments and at a million.
 */
export async function clientDashboard(
  db: Database,
  client: ReadableClient,
  _query: undefined,
  { caller, locale }: Actor,
): Promise<ClientDashboard> {
  const today = await todayIn(db, client.timeZone)
  const first = addDays(today, 1 - seriesDays)
  const [tallies, quotas, shown] = await Promise.all([
    talliesFor(db, client, { first, today, nextWeek: addDays(today, 6) }),
    isReaderAt(caller, idInReach(client)) ? [] : quotaObjects(db, idInReach(client), locale),
    findShown(db, client, few),
  ])
  const ids = [...new Set([...(shown.last === null ? [] : [shown.last]), ...shown.waiting, ...shown.done])]
  const assignments = await assignmentsById(db, caller, client, ids, locale)
  const withIds = (wanted: readonly string[]) =>
    wanted.flatMap((id) => assignments.find((assignment) => assignment.id === id) ?? [])
  const counts = countsOf(tallies)
  const [candidates, employees] = [sumOf(tallies, 'candidate'), sumOf(tallies, 'employee')]
  const next = daysFrom(today, 7).map((day) => ({ day, count: sumOf(onDay(tallies, day), 'due_on') }))
  return {
    today,
    counts: { ...counts, started: sumOf(tallies, 'started') },
    people: { total: candidates + employees, candidates, employees },
    lastAssignment: withIds(shown.last === null ? [] : [shown.last])[0] ?? null,
    quotas: quotas.map((quota) => {
      const assigned = sumOf(ofInventory(tallies, quota.inventory.id), 'assigned_on')
      const daysLeft = assigned === 0 ? null : Math.floor((quota.availableQuantity * seriesDays) / assigned)
      return { ...quota, daysLeft }
    }),
    byInventory: await byInventory(db, tallies, locale),
    series: daysFrom(first, seriesDays).map((day) => ({
      day,
      assigned: sumOf(onDay(tallies, day), 'assigned_on'),
      completed: sumOf(onDay(tallies, day), 'completed_on'),
    })),
    unfinished: { count: counts.pending, first: withIds(shown.waiting) },
    dueWithin7Days: { count: next.reduce((sum, { count }) => sum + count, 0), days: next },
    recentResults: withIds(shown.done),
  }
}

/** The numbers that a client's tallies know, of the tests its reader sees; of a reader's chosen groups they are counted. */
async function talliesFor(
  db: Executor,
  client: ReadableClient,
  days: { first: string; today: string; nextWeek: string },
): Promise<readonly Tally[]> {
  const hidden = hiddenTests(client)
  const whole = clientOfAllPeople(client)
  if (whole === undefined) return countTallies(db, client, days)
  const tallies = await talliesOf(db, whole.id, [
    ...[...statuses, 'started' as const, 'candidate' as const, 'employee' as const].map(inAll),
    { what: 'assigned_on', from: days.first, to: days.today },
    { what: 'completed_on', from: days.first, to: days.today },
    { what: 'due_on', from: days.today, to: days.nextWeek },
  ])
  return tallies.filter(({ inventoryId }) => !hidden.includes(inventoryId))
}

async function byInventory(
  db: Executor,
  tallies: readonly Tally[],
  locale: Locale,
): Promise<ClientDashboard['byInventory']> {
  const rows = (await currentVersions(db)).map((version) => {
    const own = ofInventory(tallies, version.inventoryId)
    const { pending, ...counts } = countsOf(own)
    const started = sumOf(own, 'started')
    const inventory = {
      id: version.inventoryId,
      code: version.definition.code,
      name: nameOf(version, locale),
    }
    return { inventory, ...counts, started, notStarted: pending - started }
  })
  return rows.filter((row) => row.assigned > 0).sort((a, b) => b.assigned - a.assigned)
}

const onDay = (tallies: readonly Tally[], day: string) => tallies.filter((row) => row.day === day)
const ofInventory = (tallies: readonly Tally[], id: string) => tallies.filter((row) => row.inventoryId === id)
