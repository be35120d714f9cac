import { sweepIdempotencyKeys } from '#server/http/idempotency.ts'
import { scheduleJob } from '#server/jobs/define.ts'
import { deleteOldFailures } from '#server/jobs/queries.ts'
import { deleteOldDemoMails, deleteOldPersonMails } from '#server/mail/queries.ts'
import { sweepThrottles } from '#server/throttles/throttles.ts'
import { sweepAttemptTokens } from './attempts/close.ts'
import { sweepSigns } from './attempts/presence.ts'
import { rescoreOlder } from './attempts/rescore.ts'
import { setAsideOlder } from './erasure/withdraw.ts'
import { sweepFileJobs } from './file-jobs/file-jobs.ts'
import { sweepLinks } from './links/links.ts'
import { deleteOldNotices } from './payments/sweep.ts'
import { sweepInvitationJobs } from './people/invitation-jobs.ts'
import { sweepRegistrations } from './registrations/jobs.ts'
import { foldGroups } from './results/results.ts'
import { sweepChallenges } from './sessions/challenges.ts'
import { sweepDevices } from './sessions/known-devices.ts'
import { sweepSessions } from './sessions/sessions.ts'
import { foldTallies } from './tallies/tallies.ts'

const rescoreResults = scheduleJob({
  name: 'rescore_older',
  every: '*/10 * * * *',
  async run({ db, log }) {
    const results = await rescoreOlder(db)
    if (results > 0) log.info({ results }, 'judged the response quality of older results again')
    const tests = await setAsideOlder(db)
    if (tests > 0) log.info({ tests }, 'set scales aside that were withdrawn under a hold before')
  },
})

const foldCounts = scheduleJob({
  name: 'fold_tallies',
  every: '* * * * *',
  async run({ db }) {
    await foldTallies(db)
    await foldGroups(db)
  },
})

const sweep = scheduleJob({
  name: 'sweep',
  every: '17 * * * *',
  async run({ db }) {
    await sweepSessions(db)
    await sweepDevices(db)
    await sweepChallenges(db)
    await sweepThrottles(db)
    await sweepInvitationJobs(db)
    await sweepFileJobs(db)
    await sweepRegistrations(db)
    await sweepLinks(db)
    await sweepAttemptTokens(db)
    await sweepSigns(db)
    await sweepIdempotencyKeys(db)
    await deleteOldNotices(db)
    await deleteOldDemoMails(db)
    await deleteOldPersonMails(db)
    await deleteOldFailures(db)
  },
})

/** Scheduled jobs that belong to several features. */
export const housekeepingJobs = [rescoreResults, foldCounts, sweep]
