import { email, personPhone } from '#contract/fields.ts'
import { type Draft, fileOf } from '../draft/draft.ts'
import type { Issue } from './parse/check.ts'
import { readPasted } from './parse/pasted.ts'
import type { ListRow } from './parse/rows.ts'

export type PeopleError =
  | 'noName'
  | 'noEmail'
  | 'wrongEmail'
  | 'wrongPhone'
  | 'noEmails'
  | 'wrongEmails'
  | 'noFile'
  | 'unreadable'
  | 'badRows'
  | 'brokenLetters'

/** The error messages of one person's fields. */
export function oneErrors({
  name,
  email: address,
  phone,
  staffNumber,
}: Draft['one']): Partial<Record<'name' | 'email' | 'phone', PeopleError>> {
  const unreached = [address, phone, staffNumber].every((text) => text.trim() === '')
  const wrongEmail = address.trim() !== '' && !email.safeParse(address).success
  const wrongPhone = phone.trim() !== '' && !personPhone.safeParse(phone).success
  return {
    ...(name.trim() === '' && { name: 'noName' as const }),
    ...(unreached && { email: 'noEmail' as const }),
    ...(wrongEmail && { email: 'wrongEmail' as const }),
    ...(wrongPhone && { phone: 'wrongPhone' as const }),
  }
}

/** The error that keeps the first step from going on. Single faulty rows do not: they are corrected at the check. */
export function peopleError(
  draft: Draft,
  rows: readonly ListRow[],
  issues: readonly (Issue | undefined)[],
): PeopleError | undefined {
  if (draft.method === 'one') {
    const { name, email, phone } = oneErrors(draft.one)
    return name ?? email ?? phone
  }
  const read = draft.method === 'paste' ? readPasted(draft.pasted) : fileOf(draft)
  if (read === null) return 'noFile'
  if ('rows' in read && read.broken && !draft.acceptLetters) return 'brokenLetters'
  if ('rows' in read && read.faults.length > 0 && !draft.skipFaults) return 'badRows'
  if (draft.method === 'paste' && rows.length === 0) {
    return 'problem' in read && read.problem.code !== 'empty' ? 'unreadable' : 'noEmails'
  }
  if (rows.every((row) => row.email === '' && row.phone === '' && row.staffNumber === '')) return 'noEmails'
  return issues.every((issue) => issue !== undefined) ? 'wrongEmails' : undefined
}
