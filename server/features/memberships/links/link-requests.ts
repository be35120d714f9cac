import { randomInt } from 'node:crypto'
import type { z } from 'zod'
import type { Locale } from '#contract/fields.ts'
import type { Database } from '#server/db/database.ts'
import type { Visitor } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import type { Job } from '#server/jobs/define.ts'
import { networkOf } from '#server/throttles/network.ts'
import { quarterHour, take } from '#server/throttles/throttles.ts'

interface Asked {
  readonly email: string
  readonly locale: Locale
  readonly browser?: string | undefined
}

const [soonest, latest] = [500, 1500]

/**
 * Has a link mailed to an address without looking whether it is anybody's: the job finds that out. It begins after a
 * moment that nobody can tell, when the answer has long arrived. Begun at once it ran beside the next requests, and
 * making and mailing a link slowed these by a sixth: that revealed who has an account.
 * @throws Failure too_many_requests; how many mails one person gets is the job's own limit
 */
export const requestLink =
  (job: Job<z.ZodType<Asked>>) =>
  async (
    db: Database,
    _platform: undefined,
    asked: Omit<Asked, 'locale'>,
    { address, locale }: Visitor,
  ): Promise<undefined> => {
    await take(db, [{ key: `magic-link:${networkOf(address)}`, atMost: 300, seconds: quarterHour }])
    await addJob(db, job, { ...asked, locale }, { waitMs: randomInt(soonest, latest) })
  }
