// Crockford's letters and digits: none of I, L, O and U, which are taken for others.
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const prefix = 'TRZ'
const length = 6

/** The Luhn check character over the 32 symbols: one wrong symbol and almost every swap of two neighbours is found. */
function checkOf(body: string): string {
  let factor = 2
  let sum = 0
  for (const symbol of [...body].reverse()) {
    const product = symbols.indexOf(symbol) * factor
    sum += Math.floor(product / symbols.length) + (product % symbols.length)
    factor = factor === 2 ? 1 : 2
  }
  return symbols.charAt((symbols.length - (sum % symbols.length)) % symbols.length)
}

/**
 * The text a buyer writes in the description of a bank transfer, such as TRZ8K4M2Q7: a fixed beginning, six symbols and a
 * check character.
 * @param random six whole numbers, of which the lowest five bits count
 */
export function makeReference(random: readonly number[]): string {
  const body = random.slice(0, length).map((number) => symbols.charAt(number & 31))
  return `${prefix}${body.join('')}${checkOf(body.join(''))}`
}

/** A reference in the groups people read: TRZ 8K4M 2Q7. */
export const referenceGroups = (reference: string): string =>
  `${reference.slice(0, 3)} ${reference.slice(3, 7)} ${reference.slice(7)}`

/**
 * The references in a transfer's description, with any separators between their letters. O is read as 0, I and L as 1.
 * Only those whose check character is right.
 */
export function referencesIn(text: string): string[] {
  const plain = text
    .toUpperCase()
    .replace(/İ/g, 'I')
    .replace(/[^A-Z0-9]/g, '')
  const found: string[] = []
  for (let at = plain.indexOf(prefix); at >= 0; at = plain.indexOf(prefix, at + 1)) {
    const rest = plain
      .slice(at + prefix.length, at + prefix.length + length + 1)
      .replace(/O/g, '0')
      .replace(/[IL]/g, '1')
    const body = rest.slice(0, length)
    if (
      rest.length === length + 1 &&
      [...rest].every((one) => symbols.includes(one)) &&
      checkOf(body) === rest.at(-1)
    )
      found.push(`${prefix}${rest}`)
  }
  return [...new Set(found)]
}

/** The order numbers in a description, such as TRZ-2026-0148, with any separators between their parts. */
export const orderNumbersIn = (text: string): string[] => [
  ...new Set(
    [...text.toUpperCase().matchAll(/TRZ[^A-Z0-9]*(20\d\d)[^A-Z0-9]+(\d{4,9})(?!\d)/g)].map(
      ([, year, number]) => `TRZ-${year}-${number}`,
    ),
  ),
]
