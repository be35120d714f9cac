import { z } from 'zod'
import { expireOverdue } from './features/assignments/assignments.ts'
import { closeTimedOut } from './features/attempts/close.ts'
import { sendInvitation } from './features/invitations/jobs.ts'
import { sendAdminLinkNotice, sendMagicLink } from './features/magic-links/jobs.ts'
import { sendPasswordChanged, sendReset } from './features/passwords/jobs.ts'
import { sweepSessions } from './features/sessions/sessions.ts'
import { sweepThrottles } from './features/throttles/throttles.ts'
import { sendVerification } from './features/users/jobs.ts'
import { defineJob } from './jobs/define.ts'
import type { Periodic } from './jobs/start.ts'

const byTheClock = z.unknown()

const closeAttempts = defineJob({
  name: 'close_timed_out',
  payload: byTheClock,
  async run(_payload, { db, log }) {
    const attempts = await closeTimedOut(db)
    if (attempts > 0) log.info({ attempts }, 'closed attempts whose time is over')
  },
})

const expireAssignments = defineJob({
  name: 'expire_overdue',
  payload: byTheClock,
  async run(_payload, { db, log }) {
    const assignments = await expireOverdue(db)
    if (assignments > 0) log.info({ assignments }, 'ended assignments past their due day')
  },
})

const sweep = defineJob({
  name: 'sweep',
  payload: byTheClock,
  async run(_payload, { db }) {
    await sweepSessions(db)
    await sweepThrottles(db)
  },
})

/** Every kind of job there is. */
export const jobs = [
  sendInvitation,
  sendMagicLink,
  sendAdminLinkNotice,
  sendReset,
  sendPasswordChanged,
  sendVerification,
  closeAttempts,
  expireAssignments,
  sweep,
]

/** What runs by the clock. */
export const periodic: readonly Periodic[] = [
  { job: closeAttempts, when: '* * * * *' },
  { job: expireAssignments, when: '* * * * *' },
  { job: sweep, when: '17 * * * *' },
]
