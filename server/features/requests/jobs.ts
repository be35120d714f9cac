import { z } from 'zod'
import { email, id, locale } from '#contract/fields.ts'
import { addressOf } from '#contract/pages.ts'
import { requestKind } from '#contract/requests.ts'
import { managersToWrite } from '#server/features/memberships/memberships.ts'
import { addJobs } from '#server/jobs/add.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { requestAnswerMail, requestReceivedMail } from './emails.ts'
import { findRequest } from './queries.ts'

const ofRequest = z.strictObject({ clientId: id, requestId: id })

/** Tells one manager that somebody asks about their data, unless it was decided by then. */
export const sendRequestNotice = defineJob({
  name: 'send_request_notice',
  payload: ofRequest.extend({ userId: id }),
  async run({ clientId, requestId, userId }, deps, current) {
    const request = await findRequest(deps.db, requestId)
    if (request === undefined || request.decision !== null) return
    const manager = (await managersToWrite(deps.db, clientId)).find((one) => one.userId === userId)
    if (manager === undefined) return
    const message = {
      kind: 'request_received',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to: { name: manager.name, address: manager.email },
      content: requestReceivedMail(
        manager.locale,
        { ...request, manager: manager.name },
        deps.config.publicUrl + addressOf('requests'),
      ),
    }
    await deliver(deps, message, userId, current)
  },
})

/** Tells each of a client's managers that somebody asks about their data. */
export const sendRequestReceived = defineJob({
  name: 'send_request_received',
  payload: ofRequest,
  async run(payload, { db }) {
    const managers = await managersToWrite(db, payload.clientId)
    await db.transaction().execute((tx) =>
      addJobs(
        tx,
        sendRequestNotice,
        managers.map(({ userId }) => ({ ...payload, userId })),
      ),
    )
  },
})

/** Answers a person's request. It has the address itself, because an erased person has none any more. */
export const sendRequestAnswer = defineJob({
  name: 'send_request_answer',
  payload: z.strictObject({
    to: z.strictObject({ name: z.string(), address: email }),
    userId: id,
    locale,
    client: z.string(),
    kind: requestKind,
    decision: z.enum(['accepted', 'refused']),
    reason: z.string(),
  }),
  async run({ to, userId, locale, ...answer }, deps, current) {
    const message = {
      kind: 'request_answer',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to,
      content: requestAnswerMail(locale, { ...answer, name: to.name }),
    }
    await deliver(deps, message, userId, current)
  },
})
