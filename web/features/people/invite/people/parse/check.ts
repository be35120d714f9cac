import {
  email as emailField,
  isDamagedNumber,
  line,
  personName,
  personPhone,
  plainText,
  staffNumber as staffField,
} from '#contract/fields.ts'
import { areOtherNames, foldText } from '#contract/fold.ts'
import { suggestAddress } from './suggest.ts'

interface Person {
  line: number
  name: string
  email: string
  phone: string
  staffNumber: string
  group: string
  /** The name in an earlier row of this address, where somebody decided that it is the same person's. */
  sameAs?: string | undefined
  /** The name under which the server has registered this person, where it is another one. */
  registeredAs?: string | undefined
}

export type Issue =
  | { code: 'emptyEmail' }
  | { code: 'invalidEmail'; suggestion?: string }
  | { code: 'duplicate'; of: number }
  /** The address is in an earlier row under another name: nobody but the reader knows if it is one person. */
  | { code: 'emailRepeated'; of: number; name: string }
  /** The address or number is registered at this client under another name: a person decides here, too. */
  | { code: 'registeredOtherwise'; name: string }
  /** Somebody else of the list has this staff number: one of the two is a slip. */
  | { code: 'staffNumberRepeated'; of: number }
  | { code: 'invalidName' }
  | { code: 'invalidPhone' }
  | { code: 'damagedPhone' }
  | { code: 'damagedStaffNumber' }
  | { code: 'invalidStaffNumber' }
  | { code: 'invalidGroup' }

type OwnIssue =
  | 'emptyEmail'
  | 'invalidEmail'
  | 'invalidName'
  | 'invalidPhone'
  | 'damagedPhone'
  | 'damagedStaffNumber'
  | 'invalidStaffNumber'
  | 'invalidGroup'

const groupField = line(100, 0)

// A row is replaced when it is edited, so its result is valid as long as the object lives.
const found = new WeakMap<Person, { email: string; keys: string[]; issue: OwnIssue | undefined }>()

/** The keys that only one person has: address and staff number, else the telephone together with the name. */
function keysOf(email: string, name: string, phone: string, staffNumber: string): string[] {
  const keys = [...(email ? [`@${email}`] : []), ...(staffNumber ? [`#${foldText(staffNumber)}`] : [])]
  const digits = phone.replace(/\D/g, '').slice(-10)
  return keys.length > 0 ? keys : [`${digits} ${foldText(name)}`]
}

/**
 * The problem of a row on its own. The name may be left out if there is an address, which then replaces it; the address if
 * there is a telephone or a staff number.
 */
function examine(person: Person) {
  const known = found.get(person)
  if (known) return known
  const email = emailField.safeParse(person.email)
  const name = person.name.trim()
  const phone = plainText(person.phone)
  const staffNumber = plainText(person.staffNumber)
  const addressed = person.email.trim() !== ''
  let issue: OwnIssue | undefined
  if (!addressed && phone === '' && staffNumber === '') issue = 'emptyEmail'
  else if (addressed && !email.success) issue = 'invalidEmail'
  else if ((name !== '' || !addressed) && !personName.safeParse(name).success) issue = 'invalidName'
  else if (isDamagedNumber(phone)) issue = 'damagedPhone'
  else if (isDamagedNumber(staffNumber)) issue = 'damagedStaffNumber'
  else if (phone !== '' && !personPhone.safeParse(phone).success) issue = 'invalidPhone'
  else if (staffNumber !== '' && !staffField.safeParse(staffNumber).success) issue = 'invalidStaffNumber'
  else if (!groupField.safeParse(person.group).success) issue = 'invalidGroup'
  const address = email.success ? email.data : ''
  const result = { email: address, keys: keysOf(address, name, phone, staffNumber), issue }
  found.set(person, result)
  return result
}

/** Two rows of one address, each with a name of its own. */
const isOtherName = (one: Person, other: Person) =>
  examine(one).email !== '' &&
  examine(one).email === examine(other).email &&
  areOtherNames(one.name, other.name)

/** The rows whose address another row has under another name. */
export function rowsOfTwoNames<Row extends Person>(rows: readonly Row[]): Row[] {
  const first = new Map<string, Row>()
  const twice = new Set<string>()
  for (const row of rows) {
    const { email } = examine(row)
    const known = first.get(email)
    if (known === undefined || known.name.trim() === '') first.set(email, row)
    else if (isOtherName(row, known)) twice.add(email)
  }
  return rows.filter((row) => twice.has(examine(row).email))
}

/** Two rows of one staff number, with an address or a name of their own each. */
function isSomebodyElse(one: Person, other: Person): boolean {
  const [mine, theirs] = [examine(one).email, examine(other).email]
  if (mine !== '' && theirs !== '') return mine !== theirs
  const [name, known] = [foldText(one.name.trim()), foldText(other.name.trim())]
  return name !== '' && known !== '' && name !== known
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
 * The issue of each row, undefined where there is none. As on the server, the first good row of a person counts and
 * later ones are its duplicates. A row that `isOut` contains nobody and has no issue.
 */
export function issuesOf<Row extends Person>(
  rows: readonly Row[],
  isOut: (row: Row) => boolean = () => false,
): (Issue | undefined)[] {
  const first = new Map<string, Row>()
  let domains: string[] | undefined
  return rows.map((row) => {
    if (isOut(row)) return undefined
    const { keys, issue } = examine(row)
    if (issue === 'invalidEmail') {
      domains ??= domainsOf(rows)
      const suggestion = suggestAddress(row.email, domains)
      return suggestion ? { code: issue, suggestion } : { code: issue }
    }
    if (issue) return { code: issue }
    const of = keys.map((key) => first.get(key)).find((known) => known !== undefined)
    if (of !== undefined && isOtherName(row, of) && row.sameAs !== of.name)
      return { code: 'emailRepeated', of: of.line, name: of.name }
    if (of !== undefined)
      return { code: isSomebodyElse(row, of) ? 'staffNumberRepeated' : 'duplicate', of: of.line }
    for (const key of keys) first.set(key, row)
    const { registeredAs } = row
    return registeredAs === undefined || registeredAs === row.sameAs
      ? undefined
      : { code: 'registeredOtherwise', name: registeredAs }
  })
}
