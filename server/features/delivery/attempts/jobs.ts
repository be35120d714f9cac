import { scheduleJob } from '#server/jobs/define.ts'
import { closeTimedOut } from './closing/close.ts'
import { sendFlagNotice } from './consent/clinician.ts'
import { sweepPauses } from './control.ts'
import { sendWaitingNotice } from './saving/waiting-mail.ts'

/** Ends pauses and breaks whose time is over, then closes and scores attempts. */
const closeAttempts = scheduleJob({
  name: 'close_timed_out',
  every: '* * * * *',
  async run({ db, log }) {
    await sweepPauses(db)
    const attempts = await closeTimedOut(db)
    if (attempts > 0) log.info({ attempts }, 'closed attempts whose time is over')
  },
})

export const attemptJobs = [sendFlagNotice, sendWaitingNotice, closeAttempts]
