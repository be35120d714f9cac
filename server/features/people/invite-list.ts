import { z } from 'zod'
import { id, type Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import {
  givenTests,
  type InviteRow,
  type inviteEmails,
  inviteFailure,
  type inviteResult,
} from '#contract/people.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Tx } from '#server/db/database.ts'
import { Failure } from '#server/http/failure.ts'
import { Accepted, prefersAsync } from '#server/http/route.ts'
import type { Actor, Context } from '#server/http/subject.ts'
import { jobObject, startJob } from './invitation-jobs.ts'
import { invitationOf, invite, refuseInvitation } from './invite.ts'
import { failedRow, type InviteRole, readInviteRows } from './invite-rows.ts'

type Body = BodyOf<typeof inviteEmails>

const person = z.object({ row: z.number(), userId: id, membershipId: id })

/** The outcome of each row, without personal data; stored with a call's key. */
const outcomes = z.object({
  created: z.array(person),
  existing: z.array(person.extend({ otherName: z.literal(true).optional() })),
  failed: z.array(z.object({ row: z.number(), reason: inviteFailure })),
  tests: givenTests.optional(),
})

/** The answer to a list. A repeated call sends the list again, which contains the names. */
function answerFrom(
  { created, existing, failed, tests }: z.infer<typeof outcomes>,
  { emails, role }: { emails: readonly InviteRow[]; role: InviteRole },
): z.infer<typeof inviteResult> {
  const read = readInviteRows(emails, role)
  const valid = new Map(read.valid.map((invitee) => [invitee.row, invitee]))
  const unread = new Map(read.failed.map((row) => [row.row, row]))
  const known = (row: number) => {
    const { email = '', name = '', phone = '', staffNumber = '' } = valid.get(row) ?? {}
    return { row, email: email ?? '', name, phone, staffNumber }
  }
  const joined = <Row extends z.infer<typeof person>>(list: readonly Row[]) =>
    list.map(({ row, ...ids }) => ({ ...known(row), ...ids }))
  return {
    created: joined(created),
    existing: joined(existing),
    failed: failed.map(({ row, reason }) => unread.get(row) ?? failedRow(row, known(row), reason)),
    ...(tests && { tests }),
    role,
  }
}

const started = z.object({ id })

/** Invites a list of people: at once, or in the background for a caller who prefers that. */
export const inviteList = {
  async run(tx: Tx, client: AuthorizedClient, body: Body, actor: Actor, { request }: Context) {
    await refuseInvitation(tx, client, body, actor)
    const locale = body.locale ?? actor.locale
    if (prefersAsync(request)) {
      if (client.status !== 'active') throw new Failure('client_not_active')
      return startJob(tx, client.id, { ...body, locale }, actor)
    }
    const invitation = { ...invitationOf(body, locale, actor), rows: body.emails }
    return outcomes.parse(await invite(tx, client, invitation))
  },
  kept: z.union([started, outcomes]),
  async answer(
    tx: Tx,
    client: AuthorizedClient,
    result: z.infer<typeof started> | z.infer<typeof outcomes>,
    { locale }: { locale: Locale },
    { request, input }: Context & { input: Body },
  ) {
    // The same list sent for direct import is another call: one of the two is a mistake.
    if ('id' in result !== prefersAsync(request)) throw new Failure('idempotency_key_reused')
    return 'id' in result
      ? new Accepted(await jobObject(tx, { clientId: client.id, id: result.id }, locale))
      : answerFrom(result, { emails: input.emails, role: input.role ?? 'candidate' })
  },
}
