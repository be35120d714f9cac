import type { z } from 'zod'
import { email as emailField, personName, phone as phoneField } from '#contract/fields.ts'
import type { InviteRow, inviteFailure } from '#contract/people.ts'

export interface Invitee {
  email: string
  name: string
  phone: string
  group: string
}
export type InviteFailure = z.infer<typeof inviteFailure>

export interface ReadRows {
  valid: Invitee[]
  failed: { email: string; reason: InviteFailure }[]
}

/**
 * Reads the rows of an invitation list one by one. A text is read in any order: the token with @ is the address, the rest
 * the name. The first row of an address counts, later ones are duplicates.
 */
export function readInviteRows(rows: readonly InviteRow[]): ReadRows {
  const valid: Invitee[] = []
  const failed: ReadRows['failed'] = []
  const seen = new Set<string>()
  for (const row of rows) {
    const given = typeof row === 'string' ? splitText(row) : row
    const read = readRow(given)
    if (typeof read === 'string') failed.push({ email: shown(given.email), reason: read })
    else if (seen.has(read.email)) failed.push({ email: read.email, reason: 'duplicate' })
    else {
      seen.add(read.email)
      valid.push(read)
    }
  }
  return { valid, failed }
}

// What cannot be stored, a NUL or half a surrogate pair, also stands in no answer: an answer under a key is kept.
const shown = (address: string) =>
  address
    .trim()
    .slice(0, 254)
    .replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd')

type Given = Exclude<InviteRow, string>

function splitText(text: string): Given {
  const tokens = text.split(/[\s,;<>"]+/).filter((token) => token !== '')
  const address = tokens.find((token) => token.includes('@'))
  const name = tokens.filter((token) => token !== address).join(' ')
  return { email: address ?? text, name }
}

function readRow(row: Given): Invitee | InviteFailure {
  const email = emailField.safeParse(row.email)
  if (!email.success) return 'invalid_email'
  const given = row.name?.trim() ?? ''
  const name = given === '' ? nameFromAddress(email.data) : given
  if (!personName.safeParse(name).success) return 'invalid_name'
  const phone = row.phone?.trim() ?? ''
  if (phone !== '' && !phoneField.safeParse(phone).success) return 'invalid_phone'
  return { email: email.data, name, phone, group: row.group ?? '' }
}

// Somebody invited by address alone is greeted by its first part until they say their name.
function nameFromAddress(email: string): string {
  const local = email.split('@')[0] ?? ''
  return local.length < 2 ? email.slice(0, 100) : local.slice(0, 100)
}
