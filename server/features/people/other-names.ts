import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type { findOtherNames } from '#contract/people.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { isOtherName, readInviteRows } from './invite-rows.ts'
import { memberOf, sameSide } from './members.ts'
import { findByAddresses } from './queries.ts'

/**
 * The rows of an invitation that name one of the client's own members otherwise, with the name of the membership. Rows
 * that the invitation would refuse, and names that people have elsewhere, are not looked at.
 */
export async function otherNamesAmong(
  db: Executor,
  client: AuthorizedClient,
  { emails, role = 'candidate' }: BodyOf<typeof findOtherNames>,
): Promise<AnswerOf<typeof findOtherNames>> {
  const { valid } = readInviteRows(emails, role)
  const addresses = valid.flatMap(({ email }) => email ?? [])
  const byAddress = await findByAddresses(db, client.id, addresses)
  const of = await memberOf(db, client.id, valid, (email) => byAddress.get(email))
  return valid.flatMap((row) => {
    const member = of(row)
    if (typeof member !== 'object' || !sameSide(member.role, role)) return []
    return isOtherName(emails[row.row], row, member.name) ? [{ row: row.row, name: member.name }] : []
  })
}
