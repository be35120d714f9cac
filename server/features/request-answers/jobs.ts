import { z } from 'zod'
import { email, id, locale } from '#contract/fields.ts'
import { myDataPage } from '#contract/pages.ts'
import { requestKind } from '#contract/requests.ts'
import { consentsLink } from '#server/features/invitations/jobs.ts'
import { defineJob } from '#server/jobs/define.ts'
import { deliver } from '#server/mail/deliver.ts'
import { requestAnswerMail } from './emails.ts'

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
    /** Where they may have consents to withdraw; null once they are erased. */
    member: z.strictObject({ clientId: id, membershipId: id }).nullable().default(null),
    /** They were allowed to see their data, and can download it themselves. */
    opensData: z.boolean().default(false),
  }),
  async run({ to, userId, locale, member, opensData, ...answer }, deps, current) {
    const consents = member === null ? undefined : await consentsLink(member, to.address, deps)
    const data = opensData ? deps.config.publicUrl + myDataPage : undefined
    const message = {
      kind: 'request_answer',
      eventKey: `${current.id} ${current.createdAt.toISOString()}`,
      to,
      content: requestAnswerMail(
        locale,
        { ...answer, name: to.name, erased: member === null },
        { data, consents },
      ),
    }
    await deliver(deps, message, userId, current)
  },
})

export const requestAnswerJobs = [sendRequestAnswer]
