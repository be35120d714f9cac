import type { Executor } from '#server/db/database.ts'
import { take } from '#server/features/throttles/throttles.ts'

// An integration may make at least a hundred calls a minute; a loop that went wrong makes thousands.
const callsPerMinute = 600

/** Counts a call that changes many assignments of a client. @throws Failure too_many_requests */
export async function limitPace(db: Executor, clientId: string): Promise<void> {
  await take(db, [{ key: `assignments:${clientId}`, atMost: callsPerMinute, seconds: 60 }])
}
