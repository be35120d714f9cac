import type { AssignmentStatus } from '#contract/assignments.ts'
import type { Executor } from '#server/db/database.ts'
import type { Range, Tally, What } from './counted.ts'
import { findPeopleTallies, findTallies, foldChanges } from './queries.ts'

/** A number that belongs to no day. */
export const inAll = (what: What): Range => ({ what, from: '-infinity', to: '-infinity' })

/** The numbers of a client that are asked for, without those that are nought. Costs the same for ten rows and for a million. */
export async function talliesOf(db: Executor, clientId: string, ranges: readonly Range[]): Promise<Tally[]> {
  return findTallies(db, clientId, ranges)
}

export const statuses = ['pending', 'completed', 'expired', 'cancelled'] as const

/** Counts a client's assignments by status, and the begun ones of the pending; of some inventories where they are named. */
export async function assignmentCounts(
  db: Executor,
  clientId: string,
  inventoryIds?: readonly string[],
): Promise<Record<'assigned' | 'started' | AssignmentStatus, number>> {
  const rows = await talliesOf(db, clientId, [...statuses, 'started' as const].map(inAll))
  const wanted = rows.filter(isOf(inventoryIds))
  return { ...countsOf(wanted), started: sumOf(wanted, 'started') }
}

const isOf = (inventoryIds: readonly string[] | undefined) => (row: Tally) =>
  inventoryIds === undefined || inventoryIds.includes(row.inventoryId)

/** Counts a client's pending assignments that are due within some days; of some inventories where they are named. */
export async function dueCount(
  db: Executor,
  clientId: string,
  days: { from: string | undefined; to: string | undefined },
  inventoryIds?: readonly string[],
): Promise<number> {
  // -infinity is the day of numbers that belong to none; these belong to one.
  const range = { what: 'due_on', from: days.from ?? '0001-01-01', to: days.to ?? 'infinity' } as const
  const rows = await talliesOf(db, clientId, [range])
  return sumOf(rows.filter(isOf(inventoryIds)), 'due_on')
}

/** Counts a client's people in a role. */
export async function peopleCount(
  db: Executor,
  clientId: string,
  role: 'candidate' | 'employee' | 'manager',
): Promise<number> {
  return sumOf(await talliesOf(db, clientId, [inAll(role)]), role)
}

/** Counts the people of each of these clients by role. */
export async function peopleOfClients(
  db: Executor,
  clientIds: readonly string[],
): Promise<Map<string, { managers: number; candidates: number; employees: number }>> {
  const rows = await findPeopleTallies(db, clientIds)
  return new Map(rows.map(({ clientId, ...people }) => [clientId, people]))
}

/** Adds the numbers up by status. */
export function countsOf(rows: readonly Tally[]): Record<'assigned' | AssignmentStatus, number> {
  const [pending, completed, expired, cancelled] = [
    sumOf(rows, 'pending'),
    sumOf(rows, 'completed'),
    sumOf(rows, 'expired'),
    sumOf(rows, 'cancelled'),
  ]
  return { assigned: pending + completed + expired + cancelled, pending, completed, expired, cancelled }
}

export function sumOf(rows: readonly Tally[], what: What): number {
  return rows.reduce((sum, row) => (row.what === what ? sum + row.count : sum), 0)
}

/** Adds what has changed to the numbers, so that reading them stays short. */
export async function foldTallies(db: Executor): Promise<void> {
  await foldChanges(db)
}
