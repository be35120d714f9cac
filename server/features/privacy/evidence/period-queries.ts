import { sql } from 'kysely'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'

export interface Period {
  readonly from: string
  readonly to: string
  readonly start: Date
  /** The end of the last day, or now while it lasts. */
  readonly end: Date
  /** True when its last day has ended. */
  readonly over: boolean
}

/** The days of a period as moments at the client's place, and what they are where none are given. */
export async function findPeriod(
  db: Executor,
  { timeZone }: AuthorizedClient,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<Period> {
  const { rows } = await sql<Period>`
    WITH last AS (SELECT coalesce(${asked.to ?? null}::date, (now() AT TIME ZONE ${timeZone})::date) AS day),
      days AS (SELECT coalesce(${asked.from ?? null}::date, (day - interval '1 year' + interval '1 day')::date) AS first, day AS last FROM last)
    SELECT first::text AS from, last::text AS to, first::timestamp AT TIME ZONE ${timeZone} AS start,
      least((last + 1)::timestamp AT TIME ZONE ${timeZone}, now()) AS "end",
      (last + 1)::timestamp AT TIME ZONE ${timeZone} <= now() AS over
    FROM days`.execute(db)
  const [period] = rows
  if (period === undefined) throw new Error('A query without FROM has one row')
  return period
}

export const within = (column: ReturnType<typeof sql>, { start, end }: Period) =>
  sql`${column} >= ${start} AND ${column} < ${end}`
