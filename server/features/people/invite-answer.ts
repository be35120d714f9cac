import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { givenTests, type InviteRow, inviteFailure, type inviteResult } from '#contract/people.ts'
import type { InviteResult } from './invite.ts'
import { failedRow, type InviteRole, readInviteRows } from './invite-rows.ts'

const person = z.object({ row: z.number(), userId: id, membershipId: id })

/** What happened to each row, without personal data; stored with a call's key. */
export const outcomes = z.object({
  created: z.array(person),
  existing: z.array(person.extend({ otherName: z.literal(true).optional() })),
  failed: z.array(z.object({ row: z.number(), reason: inviteFailure })),
  tests: givenTests.optional(),
})

export const outcomesOf = (result: InviteResult): z.infer<typeof outcomes> => outcomes.parse(result)

/** The answer to a list. A repeated call sends the list again, which contains the names. */
export function answerFrom(
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
