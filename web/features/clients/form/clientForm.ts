import { type Client, createClient } from '#contract/clients.ts'

export const clientFields = ['name', 'email', 'phone', 'supportContact'] as const
export const managerFields = ['managerName', 'managerEmail', 'managerPhone'] as const
export const newClientFields = [...clientFields, ...managerFields] as const
type ClientFieldName = (typeof clientFields)[number]
export type FieldName = (typeof newClientFields)[number]
export type Fields = Record<FieldName, string>

/** Problems of a field, as the locale file names them. */
export type Problem = `${FieldName}Required` | 'nameShort' | 'managerNameShort' | 'emailWrong' | 'phoneWrong'

/** The message for a text that the contract refuses. */
const wrong: Record<FieldName, Problem> = {
  name: 'nameShort',
  email: 'emailWrong',
  phone: 'phoneWrong',
  supportContact: 'nameShort',
  managerName: 'managerNameShort',
  managerEmail: 'emailWrong',
  managerPhone: 'phoneWrong',
}

export const emptyFields = Object.fromEntries(newClientFields.map((name) => [name, ''])) as Fields

/** The current values of a client's own fields. */
export const fieldsOf = (client: Client) =>
  Object.fromEntries(clientFields.map((name) => [name, client[name]])) as Pick<Fields, ClientFieldName>

/** The problems of the typed values, by field in the form's order; the server decides. */
export function problemsOf(fields: Partial<Fields>): Partial<Record<FieldName, Problem>> {
  const problems: Partial<Record<FieldName, Problem>> = {}
  for (const name of newClientFields) {
    const value = fields[name]
    if (value === undefined || createClient.body.shape[name].safeParse(value).success) continue
    problems[name] = value.trim() === '' ? `${name}Required` : wrong[name]
  }
  return problems
}
