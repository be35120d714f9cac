import type { AuditEntry } from './audit.ts'
import { erasedName } from './erasure.ts'
import { day } from './fields.ts'
import { formatDay, formatPercent } from './format.ts'

/** Translates the first of the keys that has words. */
type Translate = (keys: string | string[], variables?: Record<string, string | number>) => string

const count = (value: unknown) => String(value ?? '–')

const list = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String)

/**
 * A name as the log shows it. Erased people differ by the end of the id that names nobody: ids begin with their time.
 * @param t translates into the reader's language
 */
export const loggedName = (
  { id, name, apiKey }: { id: string; name: string; apiKey?: true | undefined },
  t: Translate,
): string => {
  if (apiKey) return t('audit:apiKey', { name })
  return name === erasedName ? t('audit:erased', { id: id.slice(-8) }) : name
}

/**
 * An entry as one sentence, in the words of the audit locale: "Ayşe Demir made a sign-in link for Can Ak." Of an
 * action's sentences it takes the one for its reason, else the one for who did it (oneself, somebody else, nobody
 * known), else the plain one. An action without a text is shown by its name.
 * @param t translates into the reader's language; given several keys it takes the first that exists
 * @param locale the reader's language, for days and percentages
 */
export function auditSentence(entry: AuditEntry, t: Translate, locale: string): string {
  const { action, reason, actor, subject, client, details } = entry
  const code = String(details.code ?? '')
  const name = (person: AuditEntry['actor']) =>
    (person && (loggedName(person, t) || person.email)) || t('audit:nobody')
  const words = (value: unknown) => {
    const values = list(value).map((one) => t([`audit:value.${one}`, 'audit:value.as_it_is'], { value: one }))
    return values.length === 0 ? t('audit:value.none') : values.join(', ')
  }
  const dayOf = (value: unknown) => {
    const read = day.safeParse(value)
    return read.success ? formatDay(read.data, locale) : ''
  }
  // Words that follow a number have its form; entries of old may not know their number.
  const counted = (what: string, value: unknown) =>
    t(`audit:count.${what}`, { count: typeof value === 'number' ? value : 2, number: count(value), code })
  const who =
    actor === null
      ? subject === null
        ? 'nobody'
        : 'unknown'
      : subject === null || subject.id === actor.id
        ? 'self'
        : 'other'
  const ways = [...(reason === null ? [] : [reason]), who, 'plain']
  const keys = [...ways.map((way) => `audit:sentence.${action}.${way}`), 'audit:sentence.any']
  const sentence = t(keys, {
    actor: name(actor),
    subject: name(subject),
    client: client?.name ?? '',
    action: t([`audit:action.${action}`, 'audit:value.as_it_is'], { value: action }),
    why: reason === null ? '' : t([`audit:reason.${reason}`, 'audit:value.as_it_is'], { value: reason }),
    from: words(details.from),
    to: words(details.to),
    fields: words(details.fields),
    authority: words(details.authority),
    code,
    // Behind how many tests were meant, which ones; entries of old do not say.
    tests: list(details.codes).length === 0 ? '' : ` (${list(details.codes).join(', ')})`,
    quantity: count(details.quantity),
    place: String(details.place ?? ''),
    recipient: String(details.recipient ?? ''),
    reports: counted('reports', details.quantity),
    people: counted('people', details.people),
    moved: counted('people', details.quantity),
    employees: count(details.employees),
    slips: counted('slips', details.quantity),
    units: counted('units', details.quantity),
    minutes: counted('minutes', details.minutes),
    unitsBack: count(details.unitsBack),
    unitsTaken: count(details.unitsTaken),
    // The note is what somebody wrote for the record, in their own words behind the sentence.
    note: typeof details.note === 'string' ? ` “${details.note}”` : '',
    purpose: details.purpose === undefined ? '' : ` (${words(details.enabledFor ?? details.purpose)})`,
    version: String(details.version ?? ''),
    call: String(details.call ?? ''),
    order: String(details.order ?? ''),
    day: dayOf(details.validFrom ?? details.day),
    lastDay: dayOf(details.validUntil),
    rate: typeof details.rate === 'number' ? formatPercent(details.rate, locale, 2) : '',
  })
  // "… of Anadolu Gıda A.Ş." ends with the name's own full stop.
  return sentence.replace(/\.\.(?=\s|$)/g, '.')
}
