import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { addressOf, myDataPage } from '#contract/pages.ts'
import { consentsLink } from '#server/features/invitations/jobs.ts'
import { withWithdrawal } from '#server/features/links/withdrawal.ts'
import { addJobs } from '#server/jobs/add.ts'
import { defineJob, scheduleJob } from '#server/jobs/define.ts'
import { eachOnItsOwn } from '#server/jobs/each.ts'
import { deliver } from '#server/mail/deliver.ts'
import { peopleAtDesk } from './desk.ts'
import { requestEnteredMail, requestMadeMail, requestNoticeMail } from './emails.ts'
import { findClientsToRemind, findRequest, markToRemind } from './queries.ts'

const ofRequest = z.strictObject({ clientId: id, requestId: id })

/** Tells one person at the desk that somebody asks about their data, or when that is due, unless it was decided by then. */
export const sendRequestNotice = defineJob({
  name: 'send_request_notice',
  payload: ofRequest.extend({
    userId: id,
    about: z.enum(['received', 'week', 'day', 'overdue']).default('received'),
  }),
  async run({ clientId, requestId, userId, about }, deps, current) {
    const request = await findRequest(deps.db, requestId)
    if (request === undefined || request.decision !== null) return
    const person = (await peopleAtDesk(deps.db, clientId)).find((one) => one.userId === userId)
    if (person === undefined) return
    const page = addressOf(person.role === 'operator' ? 'adminRequests' : 'requests')
    const message = {
      kind: about === 'received' ? 'request_received' : 'request_due',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name: person.name, address: person.email },
      content: requestNoticeMail(person, request, about, deps.config.publicUrl + page),
    }
    await deliver(deps, message, userId, current)
  },
})

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
 * Confirms somebody's own request, at an address that they have shown to be theirs. Nothing is left to say once it was answered.
 */
export const sendRequestMade = defineJob({
  name: 'send_request_made',
  payload: ofRequest,
  async run({ requestId }, deps, current) {
    const request = await findRequest(deps.db, requestId)
    if (request === undefined || request.erased || request.decision !== null) return
    const { userId, name, email, emailVerified } = request
    if (email === null || !emailVerified) return
    const content = requestMadeMail(request, deps.config.publicUrl + myDataPage)
    const message = {
      kind: 'request_made',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name, address: email },
      content: await withWithdrawal(deps, userId, content),
    }
    await deliver(deps, message, userId, current)
  },
})

/** Tells a person that a request was entered in their name, at an address that they have shown to be theirs. */
export const sendRequestEntered = defineJob({
  name: 'send_request_entered',
  payload: ofRequest,
  async run({ clientId, requestId }, deps, current) {
    const request = await findRequest(deps.db, requestId)
    if (request === undefined || request.erased) return
    const { membershipId, userId, name, email, emailVerified } = request
    if (email === null || !emailVerified) return
    const consents = await consentsLink({ clientId, membershipId }, email, deps)
    const message = {
      kind: 'request_entered',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name, address: email },
      content: requestEnteredMail(request, { url: deps.config.publicUrl + myDataPage, consents }),
    }
    await deliver(deps, message, userId, current)
  },
})

/** Reminds the people at the desks that a request is due in a week or a day, or late; once at each step. */
export const remindOfRequests = scheduleJob({
  name: 'remind_of_requests',
  every: '41 * * * *',
  async run({ db, log }) {
    let requests = 0
    await eachOnItsOwn(await findClientsToRemind(db), async (clientId) => {
      const people = await peopleAtDesk(db, clientId)
      // Not marked: the next person at the desk gets it.
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
