import { createClient } from '#contract/clients.ts'

export const clientFields = ['name', 'email', 'phone'] as const
export const managerFields = ['managerName', 'managerEmail', 'managerPhone'] as const
export const newClientFields = [...clientFields, ...managerFields] as const
export type FieldName = (typeof newClientFields)[number]
export type Fields = Record<FieldName, string>

/** What can be wrong with a field, as the locale file names it. */
export type Problem = `${FieldName}Required` | 'nameShort' | 'emailWrong' | 'phoneWrong'

const wrong: Record<FieldName, Problem> = {
  name: 'nameShort',
  email: 'emailWrong',
  phone: 'phoneWrong',
  managerName: 'nameShort',
  managerEmail: 'emailWrong',
  managerPhone: 'phoneWrong',
}

/** What is wrong with what was typed, field by field in the form's order; the server has the last word. */
export function problemsOf(fields: Partial<Fields>): Partial<Record<FieldName, Problem>> {
  const problems: Partial<Record<FieldName, Problem>> = {}
  for (const name of newClientFields) {
    const value = fields[name]
    if (value === undefined) continue
    if (value.trim() === '') problems[name] = `${name}Required`
    else if (!createClient.body.shape[name].safeParse(value).success) problems[name] = wrong[name]
  }
  return problems
}
