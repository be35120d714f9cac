import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { formatDate, formatDay } from '#contract/format.ts'
import { pageForClient } from '#contract/landing.ts'
import { addressOf, myDataPage } from '#contract/pages.ts'
import type { Executor } from '#server/db/database.ts'
import { findConsentsLine } from '#server/features/memberships/invitations/jobs.ts'
import { consentsOf } from '#server/features/memberships/links/withdrawal.ts'
import { stopUrlOf } from '#server/features/notifications/recipients.ts'
import { addJobs } from '#server/jobs/add.ts'
import { defineJob, scheduleJob } from '#server/jobs/define.ts'
import { isolated } from '#server/jobs/isolated.ts'
import { translate } from '#server/locales.ts'
import { contactLine } from '#server/mail/contact-line.ts'
import { defineMail, type Rows, type Say, type Written } from '#server/mail/define.ts'
import { peopleAtDesk, peopleToRemind } from './desk.ts'
import { findClientsToRemind, findRequest, markToRemind, type RequestRow, type Stage } from './queries.ts'

const ofRequest = z.strictObject({ clientId: id, requestId: id })

/**
 * Tells one person at the desk that somebody asks about their data, or that the day by which the law asks for an answer is near,
 * unless it was decided by then.
 */
export const sendRequestNotice = defineMail({
  name: 'send_request_notice',
  kind: 'request_received',
  payload: ofRequest.extend({
    userId: id,
    about: z.enum(['received', 'week', 'day', 'overdue']).default('received'),
  }),
  async find({ clientId, requestId, userId, about }, { db, config }) {
    const request = await findRequest(db, requestId)
    if (request === undefined || request.decision !== null) return undefined
    const people =
      about === 'received' ? await peopleAtDesk(db, clientId) : await peopleToRemind(db, clientId)
    const person: (typeof people)[number] | undefined = people.find((one) => one.userId === userId)
    if (person === undefined) return undefined
    const { membershipId } = { membershipId: undefined, ...person }
    const unsubscribe = membershipId && stopUrlOf({ clientId, membershipId }, 'requests', config)
    return { ...noticeOf(person, request, about), clientId, unsubscribe }
  },
  texts: ['mail:requestNotice.', 'mail:chosen.'],
  write: (say, { role, about, clientId, unsubscribe }) => ({
    subject: say(`subject.${about}`),
    preheader: say(`preheader.${about}`),
    paragraphs: [say('lead'), about === 'overdue' ? say('late') : say('next')],
    action: role === 'operator' ? addressOf('adminRequests') : pageForClient(addressOf('requests'), clientId),
    closing: [say(`why.${role}`), unsubscribe !== undefined && [{ link: unsubscribe, label: say('stop') }]],
  }),
})

/** A person at the desk, with the facts of a request that they get a mail about. */
export function noticeOf(
  { userId, name, email, locale, role }: Awaited<ReturnType<typeof peopleAtDesk>>[number],
  request: Pick<RequestRow, 'clientName' | 'kind' | 'dueAt' | 'timeZone'>,
  about: 'received' | Stage,
) {
  const words = {
    client: request.clientName,
    kind: translate(locale, `requests:kind.${request.kind}`),
    due: formatDate(request.dueAt.toISOString(), locale, request.timeZone),
  }
  const kind = about === 'received' ? 'request_received' : 'request_due'
  return { userId, name, email, locale, role, about, words, kind }
}

/** Tells everybody at a client's desk that somebody asks about their data. */
export const sendRequestReceived = defineJob({
  name: 'send_request_received',
  payload: ofRequest.extend({
    /** They know already. */
    enteredBy: id.nullable().default(null),
  }),
  async run({ enteredBy, ...payload }, { db }) {
    const people = (await peopleAtDesk(db, payload.clientId)).filter(({ userId }) => userId !== enteredBy)
    await db.transaction().execute((tx) =>
      addJobs(
        tx,
        sendRequestNotice,
        people.map(({ userId }) => ({ ...payload, userId })),
      ),
    )
  },
})

/**
 * Confirms a request that somebody made on a page of their own, at an address that they have shown to be theirs: somebody else may
 * have opened the page. Nothing is left to say once it was answered.
 */
export const sendRequestMade = defineMail({
  name: 'send_request_made',
  kind: 'request_made',
  payload: ofRequest,
  async find({ requestId }, deps) {
    const found = await findRecorded(deps.db, requestId)
    if (found === undefined || found.request.decision !== null) return undefined
    return { ...found, consents: await consentsOf(deps, found) }
  },
  texts: ['mail:requestMade.', 'mail:requestEntered.'],
  write: (say, { request }) => recorded(say, request, []),
})

/** Tells a person that a request was entered in their name, at an address that they have shown to be theirs: it may not be theirs. */
export const sendRequestEntered = defineMail({
  name: 'send_request_entered',
  kind: 'request_entered',
  payload: ofRequest,
  async find({ clientId, requestId }, deps) {
    const found = await findRecorded(deps.db, requestId)
    if (found === undefined) return undefined
    const { membershipId, knownAddress } = found.request
    // Managers see when the newest link was made, so one is made only where they know the address anyway.
    if (knownAddress !== found.email) return found
    return { ...found, consents: await findConsentsLine({ clientId, membershipId }, found, deps) }
  },
  texts: ['mail:requestEntered.'],
  write: (say, { locale, request, words }) =>
    recorded(say, request, [
      [say('row.channel'), translate(locale, `requests:channel.${request.channel}`)],
      request.receivedOn !== null && [say('row.day'), formatDay(request.receivedOn, locale)],
      [say('row.due'), words.due],
    ]),
})

/**
 * A request and the person themselves, who reads the day as their own page says it; undefined without an address that is known to
 * be theirs.
 */
async function findRecorded(db: Executor, requestId: string) {
  const request = await findRequest(db, requestId)
  if (request === undefined || request.erased || request.provenAddress === null) return undefined
  const { userId, name, provenAddress: email, locale, clientName, dueAt, timeZone } = request
  const due = formatDate(dueAt.toISOString(), locale, timeZone)
  return { userId, name, email, locale, words: { client: clientName, due }, request }
}

/** A mail that shows a request made in a person's name, and says how to object if it is not theirs. */
const recorded = (say: Say, request: RequestRow, rows: Rows): Written => ({
  preheader: say('notYou'),
  paragraphs: [say('lead'), say('notYou')],
  rows: [[say('row.kind'), translate(request.locale, `requests:kind.${request.kind}`)], ...rows],
  action: myDataPage,
  closing: [
    contactLine(request.locale, {
      name: request.clientName,
      email: request.clientEmail,
      phone: request.clientPhone,
    }),
    say('why'),
  ],
})

/** Reminds the people at the desks that a request is due in a week or a day, or late; once at each step. */
export const remindOfRequests = scheduleJob({
  name: 'remind_of_requests',
  every: '41 * * * *',
  async run({ db, log }) {
    let requests = 0
    await isolated(await findClientsToRemind(db), async (clientId) => {
      const people = await peopleToRemind(db, clientId)
      // The requests are not marked: the next person at the desk gets the reminder.
      if (people.length === 0) return
      await db.transaction().execute(async (tx) => {
        const due = await markToRemind(tx, clientId)
        const notices = due.flatMap(({ requestId, stage: about }) =>
          people.map(({ userId }) => ({ clientId, requestId, userId, about })),
        )
        await addJobs(tx, sendRequestNotice, notices)
        requests += due.length
      })
    })
    if (requests > 0) log.info({ requests }, 'reminded of requests about personal data')
  },
})

export const requestJobs = [
  sendRequestNotice,
  sendRequestReceived,
  sendRequestMade,
  sendRequestEntered,
  remindOfRequests,
]
