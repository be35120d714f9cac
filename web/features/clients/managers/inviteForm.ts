import { email as address, personName, personPhone } from '#contract/fields.ts'

export type Role = 'manager' | 'candidate' | 'employee'

export interface InviteFields {
  role: Role
  method: 'one' | 'many'
  name: string
  email: string
  phone: string
  emails: readonly string[]
}

export type InviteProblem =
  | 'inviteName'
  | 'nameShort'
  | 'inviteEmail'
  | 'emailWrong'
  | 'phoneWrong'
  | 'emailsRequired'
  | 'emailsWrong'

export const isEmail = (text: string) => address.safeParse(text).success

/** The problems of an invitation, by field in the form's order. */
export function problemsOf(fields: InviteFields) {
  const problems: Partial<Record<keyof InviteFields, InviteProblem>> = {}
  const { method, name, email, phone, emails } = fields
  if (method === 'many') {
    if (emails.length === 0) problems.emails = 'emailsRequired'
    else if (!emails.every(isEmail)) problems.emails = 'emailsWrong'
    return problems
  }
  if (name.trim() === '') problems.name = 'inviteName'
  else if (!personName.safeParse(name).success) problems.name = 'nameShort'
  if (email.trim() === '') problems.email = 'inviteEmail'
  else if (!isEmail(email)) problems.email = 'emailWrong'
  if (phone.trim() !== '' && !personPhone.safeParse(phone).success) problems.phone = 'phoneWrong'
  return problems
}

/** The request body. It gives no tests: those are assigned elsewhere. */
export function bodyOf({ role, method, name, email, phone, emails }: InviteFields) {
  const one = { name: name.trim(), email: email.trim(), ...(phone.trim() && { phone: phone.trim() }) }
  return { role, inventoryIds: [], emails: method === 'many' ? [...emails] : [one] }
}
