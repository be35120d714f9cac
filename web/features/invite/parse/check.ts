import { email as emailField, line, personName, phone as phoneField } from '#contract/fields.ts'
import { suggestAddress } from './suggest.ts'

interface Person {
  line: number
  name: string
  email: string
  phone: string
  group: string
}

export type Issue =
  | { code: 'emptyEmail' }
  | { code: 'invalidEmail'; suggestion?: string }
  | { code: 'duplicate'; of: number }
  | { code: 'invalidName' }
  | { code: 'invalidPhone' }
  | { code: 'invalidGroup' }

type OwnIssue = 'emptyEmail' | 'invalidEmail' | 'invalidName' | 'invalidPhone' | 'invalidGroup'

const groupField = line(100, 0)

// A row is replaced when it is edited, so what was found out about it holds as long as the object lives.
const found = new WeakMap<Person, { email: string; issue: OwnIssue | undefined }>()

/** What is wrong with a row by itself. The name may be left out: the address then stands for it. */
function examine(person: Person) {
  const known = found.get(person)
  if (known) return known
  const email = emailField.safeParse(person.email)
  const name = person.name.trim()
  const phone = person.phone.trim()
  let issue: OwnIssue | undefined
  if (person.email.trim() === '') issue = 'emptyEmail'
  else if (!email.success) issue = 'invalidEmail'
  else if (name !== '' && !personName.safeParse(name).success) issue = 'invalidName'
  else if (phone !== '' && !phoneField.safeParse(phone).success) issue = 'invalidPhone'
  else if (!groupField.safeParse(person.group).success) issue = 'invalidGroup'
  const result = { email: email.success ? email.data : '', issue }
  found.set(person, result)
  return result
}

function domainsOf(rows: readonly Person[]): string[] {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const domain = examine(row).email.split('@')[1]
    if (domain) counts.set(domain, (counts.get(domain) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1]).map(([domain]) => domain)
}

/**
 * The issue of each row, undefined where there is none. As on the server, the first good row of an address counts and
 * later ones are its duplicates. A row that `isOut` holds no address and has no issue.
 */
export function issuesOf<Row extends Person>(
  rows: readonly Row[],
  isOut: (row: Row) => boolean = () => false,
): (Issue | undefined)[] {
  const firstLine = new Map<string, number>()
  let domains: string[] | undefined
  return rows.map((row) => {
    if (isOut(row)) return undefined
    const { email, issue } = examine(row)
    if (issue === 'invalidEmail') {
      domains ??= domainsOf(rows)
      const suggestion = suggestAddress(row.email, domains)
      return suggestion ? { code: issue, suggestion } : { code: issue }
    }
    if (issue) return { code: issue }
    const of = firstLine.get(email)
    if (of !== undefined) return { code: 'duplicate', of }
    firstLine.set(email, row.line)
    return undefined
  })
}
