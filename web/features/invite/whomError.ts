import { email } from '#contract/fields.ts'
import type { Draft } from './draft.ts'
import type { Issue } from './parse/check.ts'
import { readPasted } from './parse/pasted.ts'
import type { ListRow } from './parse/rows.ts'

export type WhomError =
  | 'noName'
  | 'noEmail'
  | 'wrongEmail'
  | 'noEmails'
  | 'wrongEmails'
  | 'noFile'
  | 'unreadable'

/** What keeps the first step from going on. Single faulty rows do not: they are mended at the check. */
export function whomError(
  draft: Draft,
  rows: readonly ListRow[],
  issues: readonly (Issue | undefined)[],
): WhomError | undefined {
  if (draft.method === 'one') {
    if (draft.one.name.trim() === '') return 'noName'
    const { phone, staffNumber } = draft.one
    if (draft.one.email.trim() === '')
      return phone.trim() === '' && staffNumber.trim() === '' ? 'noEmail' : undefined
    return email.safeParse(draft.one.email).success ? undefined : 'wrongEmail'
  }
  if (draft.method === 'csv' && draft.file === null) return 'noFile'
  if (draft.method === 'paste' && rows.length === 0) {
    const read = readPasted(draft.pasted)
    return 'problem' in read && read.problem.code !== 'empty' ? 'unreadable' : 'noEmails'
  }
  if (rows.every((row) => row.email === '' && row.phone === '' && row.staffNumber === '')) return 'noEmails'
  return issues.every((issue) => issue !== undefined) ? 'wrongEmails' : undefined
}
