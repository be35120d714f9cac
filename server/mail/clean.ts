import { email } from '#contract/fields.ts'

// Control characters would start a new header; bidirectional overrides make a line read as something else.
const unwanted = /[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu

/** One line for a header: no control characters, no line ends, no reordering marks, at most 200 characters. */
export function headerLine(text: string): string {
  return [...text.replace(unwanted, ' ').replace(/\s+/g, ' ').trim()].slice(0, 200).join('')
}

/** A name before an address: as headerLine, and nothing in it looks like an address of its own. */
export function displayName(name: string): string {
  return headerLine(name.replace(/[<>"@\\]/g, ' '))
}

/** What a file is called: as headerLine, and no folder. */
export function fileName(name: string): string {
  return headerLine(name.replace(/[/\\:*?"<>|]/g, ' ')) || 'terazi'
}

/**
 * The one address a mail goes to.
 * @throws InvalidAddress when it is none, or more than one
 */
export function oneAddress(address: string): string {
  const parsed = email.safeParse(address)
  if (!parsed.success) throw new InvalidAddress('not one mail address')
  return parsed.data
}

/** The address cannot be written to, now or later. The message never contains the address itself. */
export class InvalidAddress extends Error {
  override name = 'InvalidAddress'
}
