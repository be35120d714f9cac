import { homeZone } from '#contract/clock.ts'
import type { AdminDashboard } from '#contract/dashboards.ts'
import type { Database } from '#server/db/database.ts'
import { todayIn } from '#server/features/assignments/due.ts'
import { currentVersions, nameOf } from '#server/features/inventories/versions.ts'
import type { Actor } from '#server/http/subject.ts'
import { addDays, daysFrom } from './days.ts'
import {
  countClients,
  countGivenUp,
  findDayTallies,
  findLowQuotas,
  findPendingClients,
  findTotals,
} from './queries.ts'

const seriesDays = 30
const few = 10

/** The numbers that operators look at first, over all clients. */
export async function adminDashboard(
  db: Database,
  _platform: undefined,
  _query: undefined,
  { locale }: Actor,
): Promise<AdminDashboard> {
  const today = await todayIn(db, homeZone)
  const first = addDays(today, 1 - seriesDays)
  const [clients, totals, tallies, low, pending, givenUp, versions] = await Promise.all([
    countClients(db),
    findTotals(db),
    findDayTallies(db, first, today),
    findLowQuotas(db, few),
    findPendingClients(db, few),
    countGivenUp(db),
    currentVersions(db),
  ])
  const of = (rows: readonly { what: string; count: number }[], what: string) =>
    rows.reduce((sum, row) => (row.what === what ? sum + row.count : sum), 0)
  const [pendingTests, completed, expired, cancelled] = ['pending', 'completed', 'expired', 'cancelled'].map(
    (what) => of(totals, what),
  ) as [number, number, number, number]
  return {
    today,
    clients,
    counts: {
      assigned: pendingTests + completed + expired + cancelled,
      pending: pendingTests,
      started: of(totals, 'started'),
      completed,
      expired,
      cancelled,
    },
    series: daysFrom(first, seriesDays).map((day) => {
      const own = tallies.filter((row) => row.day === day)
      return {
        day,
        assigned: of(own, 'assigned_on'),
        completed: of(own, 'completed_on'),
        expired: of(own, 'expired_on'),
        cancelled: of(own, 'cancelled_on'),
      }
    }),
    lowQuotas: {
      count: low.count,
      first: low.rows.flatMap((row) => {
        const version = versions.find(({ inventoryId }) => inventoryId === row.inventory_id)
        if (version === undefined) return []
        const inventory = {
          id: row.inventory_id,
          code: version.definition.code,
          name: nameOf(version, locale),
        }
        const client = { id: row.client_id, name: row.client_name }
        const { available: availableQuantity, reserved, purchased } = row
        return [{ client, inventory, availableQuantity, reserved, purchased }]
      }),
    },
    waiting: {
      clients: {
        count: clients.pending,
        first: pending.map((row) => ({
          id: row.id,
          name: row.name,
          timeZone: row.time_zone,
          createdAt: row.created_at.toISOString(),
        })),
      },
      failedMails: givenUp.mails,
      failedJobs: givenUp.others,
    },
  }
}
