import { email, plainText } from '#contract/fields.ts'
import { withoutEnd } from './rows.ts'

const providers = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com',
  'icloud.com',
  'yandex.com',
  'mynet.com',
]

const turkish: Record<string, string> = { ç: 'c', ğ: 'g', ı: 'i', ö: 'o', ş: 's', ü: 'u' }

/** The address in lower case, with plain letters for Turkish ones before the @, as in most addresses. A domain keeps its letters. */
function plainLetters(text: string): string {
  const at = text.lastIndexOf('@')
  const local = text
    .slice(0, at === -1 ? undefined : at)
    .toLocaleLowerCase('tr')
    .replace(/[çğıöşü]/g, (letter) => turkish[letter] ?? letter)
  return at === -1 ? local : local + text.slice(at).replace(/İ/g, 'i').toLowerCase()
}

/**
 * A likely meant address for one that is wrong, or undefined. `domains` are those of the list's right addresses, the
 * most frequent first: colleagues share theirs.
 */
export function suggestAddress(wrong: string, domains: readonly string[]): string | undefined {
  const typed = plainLetters(plainText(wrong)).replace(/\s+/g, '')
  const text = withoutEnd(typed, '.,;:>)')
    .replace(/^[.,;:<(]+/, '')
    .replaceAll(',', '.')
    .replace(/@+/g, '@')
    .replace(/\.{2,}/g, '.')
    .replace(/\.@|@\./g, '@')
  const known = [...domains, ...providers]
  const meant = text.includes('@') ? withDomain(text, known) : withAt(text, known)
  return email.safeParse(meant).success ? meant : undefined
}

function withDomain(text: string, known: readonly string[]): string {
  const [local = '', domain = ''] = text.split('@')
  if (domain.includes('.')) return text
  const whole = known.find((one) => one.startsWith(`${domain}.`) || one.replaceAll('.', '') === domain)
  return whole && domain !== '' ? `${local}@${whole}` : text
}

function withAt(text: string, known: readonly string[]): string {
  const domain = known.find((one) => text.endsWith(one) && text.length > one.length)
  if (!domain) return text
  return `${text.slice(0, -domain.length).replace(/[.]$/, '')}@${domain}`
}
