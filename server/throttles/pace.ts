import type { Executor } from '#server/db/database.ts'
import { take } from './throttles.ts'

/**
 * Calls a minute for one client, over all its callers. An integration may make at least a hundred that assign or
 * invite; a loop that went wrong makes thousands. A sheet walks through all of a client's rows and leaves an entry on
 * record each time. A forecast reads up to ten thousand people; a screen asks for one when somebody rests from editing, as it does
 * for previews of a brand. What is held about one
 * person, who is counted in the client's place, takes dozens of queries. Each reading of somebody's own feedback leaves an entry.
 * A test of a webhook and a delivery that is sent again each ask another server, and so does saving an identity provider.
 */
const perMinute = {
  assignments: 600,
  feedback: 60,
  forecasts: 240,
  invitations: 600,
  ownData: 10,
  previews: 240,
  providers: 60,
  reports: 600,
  sheets: 120,
  webhooks: 120,
} as const

/** Counts a call of a kind that costs much or mails people. @throws Failure too_many_requests */
export async function limitPace(db: Executor, clientId: string, what: keyof typeof perMinute): Promise<void> {
  await take(db, [{ key: `${what}:${clientId}`, atMost: perMinute[what], seconds: 60 }])
}
