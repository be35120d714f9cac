import { sweepIdempotencyKeys } from '#server/http/idempotency.ts'
import { scheduleJob } from '#server/jobs/define.ts'
import { deleteOldFailures } from '#server/jobs/queries.ts'
import { deleteOldDemoMails, deleteOldPersonMails } from '#server/mail/queries.ts'
import { sweepThrottles } from '#server/throttles/throttles.ts'
import { sweepChallenges } from './access/sessions/challenges.ts'
import { sweepDevices } from './access/sessions/known-devices.ts'
import { sweepSessions } from './access/sessions/sessions.ts'
import { sweepAttemptTokens } from './delivery/attempts/closing/close.ts'
import { rescoreOlder } from './delivery/attempts/closing/rescore.ts'
import { sweepSigns } from './delivery/attempts/signs/presence.ts'
import { foldGroups } from './delivery/results/results.ts'
import { foldTallies } from './delivery/tallies/tallies.ts'
import { sweepLinks } from './memberships/links/links.ts'
import { deleteOldNotices } from './payments/sweep.ts'
import { sweepInvitationJobs } from './people/invitation-jobs.ts'
import { sweepRegistrations } from './people/registrations/jobs.ts'
import { sweepFileJobs } from './platform/file-jobs/file-jobs.ts'
import { archiveOlder } from './privacy/erasure/withdraw.ts'

const rescoreResults = scheduleJob({
  name: 'rescore_older',
  every: '*/10 * * * *',
  async run({ db, log }) {
    const results = await rescoreOlder(db)
    if (results > 0) log.info({ results }, 'judged the response quality of older results again')
    const tests = await archiveOlder(db)
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
