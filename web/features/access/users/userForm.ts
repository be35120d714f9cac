import { storedRole } from '#contract/access.ts'
import { email as emailField, personName, phone as phoneField } from '#contract/fields.ts'
import type { ManagedUser } from '#contract/users.ts'

export type StoredRole = ReturnType<typeof storedRole>

export interface UserFields {
  name: string
  email: string
  phone: string
  locale: 'tr' | 'en'
  role: StoredRole
  /** The operator's own, asked for when the address changes. */
  currentPassword: string
}

export type FieldName = keyof UserFields
/** Problems of a field, as the locale file names them; the server's own texts are shown beside them. */
export type Problem =
  | 'nameRequired'
  | 'nameShort'
  | 'emailRequired'
  | 'emailWrong'
  | 'phoneWrong'
  | 'passwordRequired'

export const authorityOf = (role: StoredRole): ('admin' | 'superuser')[] => (role === 'none' ? [] : [role])

/** The problems of the typed values, by field; the server decides. */
export function problemsOf(fields: UserFields, before?: ManagedUser): Partial<Record<FieldName, Problem>> {
  const problems: Partial<Record<FieldName, Problem>> = {}
  const { name, email, phone } = fields
  if (name.trim() === '') problems.name = 'nameRequired'
  else if (!personName.safeParse(name).success) problems.name = 'nameShort'
  // People of a list without addresses have none, and need none.
  if (email.trim() === '' && before?.email !== '') problems.email = 'emailRequired'
  else if (email.trim() !== '' && !emailField.safeParse(email).success) problems.email = 'emailWrong'
  if (phone.trim() !== '' && !phoneField.safeParse(phone).success) problems.phone = 'phoneWrong'
  if (before && movesAddress(fields, before) && fields.currentPassword === '')
    problems.currentPassword = 'passwordRequired'
  return problems
}

export const movesAddress = (fields: UserFields, before: ManagedUser) =>
  fields.email.trim() !== '' && fields.email.trim().toLowerCase() !== before.email

/** The fields of a PUT: what was changed and nothing else, because what one may not change is refused. */
export function changesOf(fields: UserFields, before: ManagedUser) {
  const { role } = fields
  return {
    ...(fields.name.trim() !== before.name && { name: fields.name.trim() }),
    ...(movesAddress(fields, before) && {
      email: fields.email.trim(),
      current_password: fields.currentPassword,
    }),
    ...(fields.phone.trim() !== before.phone && { phone: fields.phone.trim() }),
    ...(fields.locale !== before.locale && { locale: fields.locale }),
    ...(role !== storedRole(before) && { authority: authorityOf(role) }),
  }
}
