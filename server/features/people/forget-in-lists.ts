import { z } from 'zod'
import { foldText } from '#contract/fold.ts'
import { type InviteRow, inviteEmails } from '#contract/people.ts'
import type { Executor } from '#server/db/database.ts'
import { type Given, givenIn, phoneKey, shownEmail } from './invite-rows.ts'
import { lockUnfinished, writeRequest } from './job-queries.ts'

/** The fields by which a list may name somebody. */
export interface Named {
  readonly email: string | null
  readonly name: string
  readonly phone: string
  readonly staffNumber: string
}

const stored = z.looseObject({ emails: inviteEmails.body.shape.emails })

/**
 * Takes a person out of the lists of a client that are not imported yet, within the caller's transaction: imported later they would
 * bring the person back. Their row becomes empty and fails as one without an address, so that the others keep their numbers.
 * @param named each name, address and number that the person has at the client
 */
export async function forgetInLists(tx: Executor, clientId: string, named: readonly Named[]): Promise<void> {
  for (const { id, request } of await lockUnfinished(tx, clientId)) {
    const asked = stored.parse(JSON.parse(request))
    const emails = asked.emails.map((row): InviteRow => (isNamed(givenIn(row), named) ? '' : row))
    if (emails.some((row, at) => row !== asked.emails[at]))
      await writeRequest(tx, { clientId, id }, JSON.stringify({ ...asked, emails }))
  }
}

function isNamed(given: Given, named: readonly Named[]): boolean {
  const { name = '', phone = '', staffNumber = '' } = given
  const email = shownEmail(given.email ?? '')
  return named.some(
    (one) =>
      (one.email !== null && one.email === email) ||
      (one.staffNumber !== '' && foldText(one.staffNumber) === foldText(staffNumber)) ||
      (one.phone !== '' && phoneKey(one) === phoneKey({ phone, name })),
  )
}
