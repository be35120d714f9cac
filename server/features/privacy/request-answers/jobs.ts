import { z } from 'zod'
import { email, id, locale } from '#contract/fields.ts'
import { myDataPage } from '#contract/pages.ts'
import { requestKind } from '#contract/requests.ts'
import { findConsentsLine } from '#server/features/memberships/invitations/jobs.ts'
import { defineMail } from '#server/mail/define.ts'
import { answerLines } from './emails.ts'

/** Answers a person's request. It has the address itself, because an erased person has none any more. */
export const sendRequestAnswer = defineMail({
  name: 'send_request_answer',
  kind: 'request_answer',
  payload: z.strictObject({
    to: z.strictObject({ name: z.string(), address: email }),
    userId: id,
    locale,
    client: z.string(),
    kind: requestKind,
    decision: z.enum(['accepted', 'refused']),
    reason: z.string(),
    /** The membership in which they may have consents to withdraw; null once they are erased. */
    member: z.strictObject({ clientId: id, membershipId: id }).nullable().default(null),
    /** They were allowed to see their data, and can download it themselves. */
    opensData: z.boolean().default(false),
  }),
  async find({ to: { name, address }, userId, locale, member, opensData, client, ...answer }, deps) {
    const reader = { email: address, locale }
    const consents = member === null ? undefined : await findConsentsLine(member, reader, deps)
    const lines = answerLines(locale, { ...answer, client, erased: member === null })
    return { ...reader, userId, name, words: { client }, consents, lines, opensData }
  },
  texts: ['mail:requestAnswer.'],
  write: (_say, { lines, opensData }) => ({
    preheader: lines[0] ?? '',
    paragraphs: lines,
    action: opensData ? myDataPage : undefined,
  }),
})

export const requestAnswerJobs = [sendRequestAnswer]
