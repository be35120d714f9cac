import { scheduleJob } from '#server/jobs/define.ts'
import { deleteOldFailures } from '#server/jobs/queries.ts'
import { deleteOldDemoMails } from '#server/mail/queries.ts'
import { deleteOld } from '#server/privacy/queries.ts'
import { sweepDevices } from './access/sessions/known-devices.ts'
import { sweepIdentities } from './access/single-sign-on/sweep.ts'
import { sweepAttemptTokens } from './delivery/attempts/closing/close.ts'
import { rescoreOlder } from './delivery/attempts/closing/rescore.ts'
import { foldGroups, relistScores } from './delivery/results/results.ts'
import { foldTallies } from './delivery/tallies/tallies.ts'
import { sweepLinks } from './memberships/links/links.ts'
import { deleteOldNotices } from './payments/sweep.ts'
import { sweepRegistrations } from './people/registrations/jobs.ts'
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
    await deleteOld(db)
    await sweepDevices(db)
    await sweepIdentities(db)
    await sweepRegistrations(db)
    await sweepLinks(db)
    await sweepAttemptTokens(db)
    await deleteOldNotices(db)
    await deleteOldDemoMails(db)
    await deleteOldFailures(db)
  },
})

const relist = scheduleJob({
  name: 'relist_scores',
  every: '47 1 * * *',
  async run({ db }) {
    await relistScores(db)
  },
})

/** Scheduled jobs that belong to several features. */
export const housekeepingJobs = [rescoreResults, foldCounts, sweep, relist]
