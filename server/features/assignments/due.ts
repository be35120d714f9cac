import type { Executor } from '#server/db/database.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { findToday } from './queries.ts'

/** The calendar day it is now in a time zone. */
export async function todayIn(db: Executor, timeZone: string): Promise<string> {
  return findToday(db, timeZone)
}

/** A test opens on its last day at the latest. @throws FieldFailure naming opensAt */
export function refuseOpeningAfter({
  dueDate,
  opensAt,
}: {
  dueDate?: string | null | undefined
  opensAt?: string | null | undefined
}): void {
  if (dueDate && opensAt && opensAt.slice(0, 10) > dueDate)
    throw new FieldFailure({ opensAt: { key: 'opens_after_due' } })
}

/** A test is due today at the earliest, in the client's time zone. @throws Failure invalid_request naming the field */
export async function refusePastDay(
  db: Executor,
  day: string,
  timeZone: string,
  field = 'dueDate',
): Promise<void> {
  if (day < (await todayIn(db, timeZone))) throw new FieldFailure({ [field]: { key: 'past_day' } })
}
