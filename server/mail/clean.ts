import { email, withoutInvisible } from '#contract/fields.ts'

// Control characters would start a new header.
const controls = /[\p{Cc}\p{Cs}\u2028\u2029]+/gu

/** One line for a header: no control characters, no line ends, nothing invisible, at most 200 characters. */
export function headerLine(text: string): string {
  return [...withoutInvisible(text).replace(controls, ' ').replace(/\s+/g, ' ').trim()].slice(0, 200).join('')
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
