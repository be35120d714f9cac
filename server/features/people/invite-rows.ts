import type { z } from 'zod'
import {
  email as emailField,
  personName,
  personPhone,
  plainText,
  staffNumber as staffNumberField,
} from '#contract/fields.ts'
import { areOtherNames, foldText } from '#contract/fold.ts'
import type { InviteRow, inviteFailure, membershipRole } from '#contract/people.ts'

export interface Invitee {
  /** Its place in the list, from 0. */
  row: number
  /** Null for somebody whose link travels by hand. */
  email: string | null
  name: string
  phone: string
  staffNumber: string
  group: string
}
export type InviteRole = z.infer<typeof membershipRole>
export type InviteFailure = z.infer<typeof inviteFailure>

export interface FailedRow {
  row: number
  email: string
  name: string
  phone: string
  staffNumber: string
  reason: InviteFailure
}

export interface ReadRows {
  valid: Invitee[]
  failed: FailedRow[]
}

/**
 * Reads the rows of an invitation list one by one. A text is read in any order: the token with @ is the address, the rest
 * the name. Of several rows for one person the first counts, later ones are duplicates. Candidates and employees may do
 * without an address where there is a phone or a staff number.
 */
export function readInviteRows(rows: readonly InviteRow[], role: InviteRole): ReadRows {
  const valid: Invitee[] = []
  const failed: FailedRow[] = []
  const seen = new Set<string>()
  for (const [at, row] of rows.entries()) {
    const given = givenIn(row)
    const read = readRow(given, role)
    const keys = typeof read === 'string' ? [] : keysOf(read)
    if (typeof read === 'string') failed.push(failedRow(at, given, read))
    else if (keys.some((key) => seen.has(key))) failed.push(failedRow(at, given, 'duplicate'))
    else {
      for (const key of keys) seen.add(key)
      valid.push({ ...read, row: at })
    }
  }
  return { valid, failed }
}

/** Keys that only one person has: address, staff number; without either, the telephone together with the name. */
function keysOf(invitee: Omit<Invitee, 'row'>): string[] {
  const { email, staffNumber } = invitee
  const keys = [
    ...(email === null ? [] : [`@${email}`]),
    ...(staffNumber === '' ? [] : [`#${foldText(staffNumber)}`]),
  ]
  return keys.length > 0 ? keys : [phoneKey(invitee)]
}

/** One telephone may be a family's: only together with the name it is one person's. */
export function phoneKey({ phone, name }: { phone: string; name: string }): string {
  return `${lastDigits(phone)} ${foldText(name)}`
}

/** The last ten digits of a phone, as in the index memberships_phone. */
export const lastDigits = (phone: string) => phone.replace(/\D/g, '').slice(-10)

export type Given = Exclude<InviteRow, string>

/** The fields of a list's row, unchecked. */
export const givenIn = (row: InviteRow): Given => (typeof row === 'string' ? splitText(row) : row)

/** True when a row has another name than the registered one. A name made from an address is none, on either side. */
export function isOtherName(
  given: InviteRow | undefined,
  { email }: Pick<Invitee, 'email'>,
  registered: string,
): boolean {
  const name = given === undefined ? '' : (givenIn(given).name ?? '')
  const unnamed = email !== null && registered === nameFromAddress(email)
  return !unnamed && areOtherNames(name, registered)
}

export function failedRow(row: number, given: Omit<Given, 'group'>, reason: InviteFailure): FailedRow {
  const { email = '', name = '', phone = '', staffNumber = '' } = given
  const [shownName, shownPhone, shownNumber] = [shown(name), shown(phone), shown(staffNumber)]
  return {
    row,
    email: shownEmail(email),
    name: shownName,
    phone: shownPhone,
    staffNumber: shownNumber,
    reason,
  }
}

// Replaces characters that cannot be stored, a NUL or half a surrogate pair: an answer under a key is stored.
const shown = (text: string) =>
  text
    .trim()
    .slice(0, 254)
    .replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd')

/** An address as it is stored, or what is given in its place. */
export function shownEmail(text: string): string {
  const parsed = emailField.safeParse(text)
  return parsed.success ? parsed.data : shown(text)
}

function splitText(text: string): Given {
  const tokens = text.split(/[\s,;<>"]+/).filter((token) => token !== '')
  const address = tokens.find((token) => token.includes('@'))
  const name = tokens.filter((token) => token !== address).join(' ')
  return { email: address ?? text, name: address === undefined ? '' : name }
}

function readRow(row: Given, role: InviteRole): Omit<Invitee, 'row'> | InviteFailure {
  const phone = plainText(row.phone ?? '')
  const staffNumber = plainText(row.staffNumber ?? '')
  const address = plainText(row.email ?? '')
  const email = readEmail(address, role !== 'manager' && (phone !== '' || staffNumber !== ''))
  if (email === undefined) return 'invalid_email'
  const given = row.name?.trim() ?? ''
  const name = personName.safeParse(given === '' && email !== null ? nameFromAddress(email) : given)
  if (!name.success) return 'invalid_name'
  if (phone !== '' && !personPhone.safeParse(phone).success) return 'invalid_phone'
  if (staffNumber !== '' && !staffNumberField.safeParse(staffNumber).success) return 'invalid_staff_number'
  return { email, name: name.data, phone, staffNumber, group: row.group ?? '' }
}

function readEmail(text: string, dispensable: boolean): string | null | undefined {
  if (text === '' && dispensable) return null
  const parsed = emailField.safeParse(text)
  return parsed.success ? parsed.data : undefined
}

// Somebody invited by address alone is greeted by its first part until they say their name.
export function nameFromAddress(email: string): string {
  const local = (email.split('@')[0] ?? '').slice(0, 100)
  return personName.safeParse(local).success ? local : email.slice(0, 100)
}
