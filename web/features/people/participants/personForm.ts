import { email as address, personName, personPhone } from '#contract/fields.ts'
import type { Person } from '#contract/people.ts'

export interface PersonFields {
  name: string
  email: string
  phone: string
  staffNumber: string
  role: 'candidate' | 'employee'
  group: string
  locale: 'tr' | 'en'
}

/** Problems of a field, as the locale file names them. */
export type Problem =
  | 'nameRequired'
  | 'nameShort'
  | 'emailRequired'
  | 'emailWrong'
  | 'phoneWrong'
  | 'contactNeeded'
  | 'groupRequired'

type Problems = Partial<Record<keyof PersonFields, Problem>>

/** The problems of the typed values, by field; the server decides. A new person needs a group if the client has groups. */
export function problemsOf(
  { name, email, phone, staffNumber, group }: PersonFields,
  before?: Person,
  groups: readonly string[] = [],
): Problems {
  const problems: Problems = {}
  const without = phone.trim() === '' && staffNumber.trim() === ''
  if (name.trim() === '') problems.name = 'nameRequired'
  else if (!personName.safeParse(name).success) problems.name = 'nameShort'
  if (before === undefined || before.email === '') {
    if (before === undefined && email.trim() === '' && without) problems.email = 'emailRequired'
    else if (email.trim() !== '' && !address.safeParse(email).success) problems.email = 'emailWrong'
  }
  if (phone.trim() !== '' && !personPhone.safeParse(phone).success) problems.phone = 'phoneWrong'
  else if (before?.email === '' && email.trim() === '' && without) problems.phone = 'contactNeeded'
  if (before === undefined && groups.length > 0 && group.trim() === '') problems.group = 'groupRequired'
  return problems
}

/** An invitation of one person; tests are given where tests are defined. */
export function invitationOf({ name, email, phone, staffNumber, role, group, locale }: PersonFields) {
  return {
    name: name.trim(),
    ...(email.trim() && { email: email.trim() }),
    ...(phone.trim() && { phone: phone.trim() }),
    ...(staffNumber.trim() && { staffNumber: staffNumber.trim() }),
    ...(group.trim() && { group: group.trim() }),
    role,
    locale,
  }
}

/** Returns the changed values alone, so that somebody else's correction of another field stays. */
export function changesOf(fields: PersonFields, before: Person) {
  const texts = (['name', 'email', 'phone', 'staffNumber', 'group'] as const).flatMap((name) => {
    const value = fields[name].trim()
    return value === before[name] ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(texts), ...(fields.role !== before.type && { role: fields.role }) }
}
