import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { subject } from '#server/http/subject.ts'
import { type CountedDay, type DayRow, findDay, lockDay } from './queries.ts'

export interface AuthorizedDay {
  readonly client: AuthorizedClient
  readonly day: CountedDay
}

/** @throws Failure not_found */
export async function authorizeDay(
  db: Executor,
  client: AuthorizedClient,
  id: string,
): Promise<AuthorizedDay> {
  const day = await findDay(db, client, id)
  if (day === undefined) throw new Failure('not_found')
  return { client, day }
}

export const onTestDay = subject(
  'testDay',
  async (db, caller: Caller, { clientId, testDayId }: { clientId: string; testDayId: string }) =>
    authorizeDay(db, await authorizeClient(db, caller, clientId), testDayId),
  ({ client }) => client.id,
)

/** The day, locked until the transaction ends. @throws Failure test_day_over */
export async function lockOpenDay(tx: Executor, key: { clientId: string; id: string }): Promise<DayRow> {
  const day = await holdDay(tx, key)
  if (day.state === 'over') throw new Failure('test_day_over')
  return day
}

/** The day, locked, whether or not it is over. @throws Failure not_found */
export async function holdDay(tx: Executor, key: { clientId: string; id: string }): Promise<DayRow> {
  const day = await lockDay(tx, key)
  if (day === undefined) throw new Failure('not_found')
  return day
}
