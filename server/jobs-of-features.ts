import { z } from 'zod'
import { expireOverdue } from './features/assignments/assignments.ts'
import { tellClinician } from './features/attempts/clinician.ts'
import { closeTimedOut, sweepAttemptTokens } from './features/attempts/close.ts'
import { sweepPauses } from './features/attempts/control.ts'
import { sweepSigns } from './features/attempts/presence.ts'
import { rescoreOlder } from './features/attempts/rescore.ts'
import { sealByTheClock } from './features/audit/jobs.ts'
import { sendApplicationReceived, sendClientActivated } from './features/clients/jobs.ts'
import { sendContactMail } from './features/contact/jobs.ts'
import { sendConsentWithdrawn } from './features/erasure/jobs.ts'
import { setAsideOlder } from './features/erasure/withdraw.ts'
import { makeEvidence } from './features/evidence/jobs.ts'
import { sweepFileJobs } from './features/file-jobs/file-jobs.ts'
import { sendCode } from './features/identity/jobs.ts'
import { sendInvitation, sendWithdrawal } from './features/invitations/jobs.ts'
import { sweepLinks } from './features/links/links.ts'
import { sendAdminLinkNotice, sendMagicLink } from './features/magic-links/jobs.ts'
import {
  remindOfTransfers,
  sendInvoice,
  sendOrderCancelled,
  sendOrderSettled,
  sendPaymentReturned,
  sendRefunded,
  sendTransferInstructions,
} from './features/orders/jobs.ts'
import { sendPasswordChanged, sendReset } from './features/passwords/jobs.ts'
import { checkPaymentSoon, settlePayments } from './features/payments/jobs.ts'
import { deleteOldNotices } from './features/payments/sweep.ts'
import { sweepInvitationJobs } from './features/people/invitation-jobs.ts'
import { importInvitationList } from './features/people/jobs.ts'
import { forgetUndecided } from './features/registrations/decide.ts'
import { sendBurstNotice, sendRegistrationCode, sweepRegistrations } from './features/registrations/jobs.ts'
import { closeEnded } from './features/registrations/registrations.ts'
import { sendReminder } from './features/reminders/jobs.ts'
import { remindByTheClock } from './features/reminders/schedule.ts'
import { sendRequestAnswer } from './features/request-answers/jobs.ts'
import {
  remindOfRequests,
  sendRequestEntered,
  sendRequestMade,
  sendRequestNotice,
  sendRequestReceived,
} from './features/requests/jobs.ts'
import { foldGroups } from './features/results/results.ts'
import { eraseByTheClock, sendErasureAhead, warnOfErasure } from './features/retention/jobs.ts'
import { sendSecondFactorChanged } from './features/second-factor/jobs.ts'
import { sweepChallenges } from './features/sessions/challenges.ts'
import { sendNewDevice } from './features/sessions/jobs.ts'
import { sweepDevices } from './features/sessions/known-devices.ts'
import { sweepSessions } from './features/sessions/sessions.ts'
import { printSlips } from './features/slips/jobs.ts'
import { foldTallies } from './features/tallies/tallies.ts'
import { deriveTabletCodes } from './features/test-days/codes.ts'
import { sendEmailChanged, sendVerification } from './features/users/jobs.ts'
import { sweepIdempotencyKeys } from './http/idempotency.ts'
import { defineJob } from './jobs/define.ts'
import { deleteOldFailures } from './jobs/queries.ts'
import type { Periodic } from './jobs/start.ts'
import { deleteOldDemoMails, deleteOldPersonMails } from './mail/queries.ts'
import { sweepThrottles } from './throttles/throttles.ts'

const byTheClock = z.unknown()

const closeAttempts = defineJob({
  name: 'close_timed_out',
  payload: byTheClock,
  async run(_payload, { db, log }) {
    await sweepPauses(db)
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

const rescoreResults = defineJob({
  name: 'rescore_older',
  payload: byTheClock,
  async run(_payload, { db, log }) {
    const results = await rescoreOlder(db)
    if (results > 0) log.info({ results }, 'judged the response quality of older results again')
    const tests = await setAsideOlder(db)
    if (tests > 0) log.info({ tests }, 'set scales aside that were withdrawn under a hold before')
  },
})

const tally = defineJob({
  name: 'fold_tallies',
  payload: byTheClock,
  async run(_payload, { db }) {
    await foldTallies(db)
    await foldGroups(db)
  },
})

const remindPeople = defineJob({
  name: 'remind_by_the_clock',
  payload: byTheClock,
  async run(_payload, { db, log }) {
    const reminders = await remindByTheClock(db)
    if (reminders > 0) log.info({ reminders }, 'reminded of tests that are due soon')
  },
})

const remindBuyers = defineJob({
  name: 'remind_of_transfers',
  payload: byTheClock,
  async run(_payload, { db, log }) {
    const reminders = await remindOfTransfers(db)
    if (reminders > 0) log.info({ reminders }, 'reminded of bank transfers')
  },
})

const endRegistrations = defineJob({
  name: 'end_registrations',
  payload: byTheClock,
  async run(_payload, { db, log }) {
    const registrations = await closeEnded(db)
    if (registrations > 0) log.info({ registrations }, 'closed registrations whose last day was over')
    const forgotten = await forgetUndecided(db)
    if (forgotten > 0) log.info({ forgotten }, 'forgot applications that nobody had decided')
  },
})

const sweep = defineJob({
  name: 'sweep',
  payload: byTheClock,
  async run(_payload, { db }) {
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

/** Every kind of job there is. */
export const jobs = [
  sendContactMail,
  sendInvitation,
  sendWithdrawal,
  sendReminder,
  importInvitationList,
  printSlips,
  makeEvidence,
  deriveTabletCodes,
  sendCode,
  sendBurstNotice,
  sendRegistrationCode,
  sendMagicLink,
  sendAdminLinkNotice,
  sendReset,
  sendPasswordChanged,
  sendVerification,
  sendEmailChanged,
  sendNewDevice,
  sendClientActivated,
  sendApplicationReceived,
  sendSecondFactorChanged,
  tellClinician,
  closeAttempts,
  expireAssignments,
  endRegistrations,
  remindPeople,
  rescoreResults,
  tally,
  sweep,
  sealByTheClock,
  eraseByTheClock,
  sendConsentWithdrawn,
  warnOfErasure,
  sendErasureAhead,
  sendRequestReceived,
  sendRequestEntered,
  sendRequestMade,
  sendRequestNotice,
  remindOfRequests,
  sendRequestAnswer,
  sendTransferInstructions,
  sendOrderCancelled,
  sendOrderSettled,
  sendInvoice,
  sendPaymentReturned,
  sendRefunded,
  checkPaymentSoon,
  settlePayments,
  remindBuyers,
]

/** What runs by the clock. */
export const periodic: readonly Periodic[] = [
  { job: closeAttempts, when: '* * * * *' },
  { job: expireAssignments, when: '* * * * *' },
  { job: endRegistrations, when: '* * * * *' },
  { job: rescoreResults, when: '*/10 * * * *' },
  { job: tally, when: '* * * * *' },
  { job: remindPeople, when: '*/15 * * * *' },
  { job: settlePayments, when: '* * * * *' },
  { job: remindBuyers, when: '7 6-14 * * *' },
  { job: sweep, when: '17 * * * *' },
  { job: sealByTheClock, when: '29 * * * *' },
  { job: eraseByTheClock, when: '23 1 * * *' },
  { job: warnOfErasure, when: '11 6,10,14 * * *' },
  { job: remindOfRequests, when: '41 * * * *' },
]
