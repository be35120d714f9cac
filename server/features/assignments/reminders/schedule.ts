import type { Database } from '#server/db/database.ts'
import { addJobs } from '#server/jobs/add.ts'
import { insertDueReminders } from './queries.ts'
import { betweenStepsMs } from './remind.ts'
import { jobKeyOf, sendReminder } from './sending.ts'

const inOneStep = 1000

/**
 * Reminds everybody whose test is due in as many days as their client has chosen, once for each test and day, between
 * 08:00 and 21:00 at the client's place. Several servers may do so at once.
 * @param now the clock; the database's unless given
 * @returns how many assignments got a reminder
 */
export async function remindByTheClock(db: Database, now: Date | null = null): Promise<number> {
  let reminders = 0
  while (true) {
    const added = await db.transaction().execute(async (tx) => {
      const due = await insertDueReminders(tx, now, inOneStep)
      const people = new Map(due.map((one) => [one.membershipId, one]))
      // A person whose tests are in two steps gets one mail all the same.
      await addJobs(tx, sendReminder, [...people.values()], { jobKey: jobKeyOf, waitMs: betweenStepsMs })
      return due.length
    })
    reminders += added
    if (added < inOneStep) return reminders
  }
}
