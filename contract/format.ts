/**
 * The one place that turns dates, numbers, amounts and durations into words for people: web, mail and PDF.
 * Only Intl, so it runs in every browser and in Node. Locales are the product's two; anything else reads as Turkish.
 */
export type FormatLocale = 'tr' | 'en'

// English here is day-month-year with 24 hours: the readers are in Turkey, and 11/12 must not be read both ways.
const tags: Record<FormatLocale, string> = { tr: 'tr-TR', en: 'en-GB' }

const tagOf = (locale: string) => (locale.startsWith('en') ? tags.en : tags.tr)
const isEnglish = (locale: string) => locale.startsWith('en')

// Making an Intl formatter costs about 50 µs, a table of 100 rows needs hundreds of them.
const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** A formatter, made once for each locale and set of options. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tagOf(locale)} ${JSON.stringify(options)}`
  const known = dateFormats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(tagOf(locale), options)
  dateFormats.set(key, made)
  return made
}

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${tagOf(locale)} ${JSON.stringify(options)}`
  const known = numberFormats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(tagOf(locale), options)
  numberFormats.set(key, made)
  return made
}

const dayOptions = (locale: string): Intl.DateTimeFormatOptions =>
  isEnglish(locale)
    ? { day: 'numeric', month: 'short', year: 'numeric' }
    : { day: '2-digit', month: '2-digit', year: 'numeric' }

/**
 * A moment as a day: `12.11.2026` (tr), `12 Nov 2026` (en).
 * @param iso moment, ISO 8601 with offset
 * @param timeZone IANA name; undefined, the device’s zone, only where none is known
 * @throws RangeError when `iso` is no date or `timeZone` no zone
 */
export function formatDate(iso: string, locale: string, timeZone: string | undefined): string {
  return dateFormat(locale, { ...dayOptions(locale), timeZone }).format(new Date(iso))
}

/**
 * A moment with hour and minute, 24 hours: `12.11.2026 21:40` (tr), `12 Nov 2026, 21:40` (en).
 * @param iso moment, ISO 8601 with offset
 * @param timeZone IANA name; undefined, the device’s zone, only where none is known
 * @throws RangeError when `iso` is no date or `timeZone` no zone
 */
export function formatDateTime(iso: string, locale: string, timeZone: string | undefined): string {
  return dateFormat(locale, {
    ...dayOptions(locale),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(iso))
}

/**
 * Hour and minute of a moment, 24 hours: `21:40`.
 * @param iso moment, ISO 8601 with offset
 * @throws RangeError when `iso` is no date or `timeZone` no zone
 */
export function formatTime(iso: string, locale: string, timeZone: string | undefined): string {
  return dateFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(iso))
}

/**
 * The place a zone is named after: `İstanbul` (tr), `Istanbul` (en), `New York`. A zone without one keeps its name.
 * @param timeZone IANA name
 */
export function formatZone(timeZone: string, locale: string): string {
  const [area = '', ...rest] = timeZone.split('/')
  const place = area === 'Etc' ? undefined : rest.at(-1)
  if (place === undefined) return timeZone
  // The one place of the list that Turkish spells with other letters; ICU's names of the others are not for scripts.
  if (locale === 'tr' && place === 'Istanbul') return 'İstanbul'
  return place.replaceAll('_', ' ')
}

/**
 * A calendar day, which has no time zone: `12.11.2026` (tr), `12 Nov 2026` (en).
 * @param day `yyyy-mm-dd`
 * @throws RangeError when `day` is no day
 */
export function formatDay(day: string, locale: string): string {
  return dateFormat(locale, { ...dayOptions(locale), timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/**
 * A calendar day with its weekday, for people who think in weekdays: `27 Kasım 2026 Cuma` (tr),
 * `Friday, 27 November 2026` (en).
 * @param day `yyyy-mm-dd`
 * @throws RangeError when `day` is no day
 */
export function formatLongDay(day: string, locale: string): string {
  const options = {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  } as const
  return dateFormat(locale, options).format(new Date(`${day}T00:00:00Z`))
}

/**
 * A calendar day's weekday in short, for the head of a week: `Pzt` (tr), `Mon` (en).
 * @param day `yyyy-mm-dd`
 * @throws RangeError when `day` is no day
 */
export function formatWeekday(day: string, locale: string): string {
  return dateFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/**
 * A calendar day without its year, for axes and short ranges: `5 Kas` (tr), `5 Nov` (en).
 * @param day `yyyy-mm-dd`
 * @throws RangeError when `day` is no day
 */
export function formatShortDay(day: string, locale: string): string {
  const options = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const
  return dateFormat(locale, options).format(new Date(`${day}T00:00:00Z`))
}

/**
 * A calendar month: `Kas 2026` (tr), `Nov 2026` (en).
 * @param month `yyyy-mm`
 * @throws RangeError when `month` is no month
 */
export function formatMonth(month: string, locale: string): string {
  const options = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return dateFormat(locale, options).format(new Date(`${month}-01T00:00:00Z`))
}

// Intl writes what rounds up to nothing as “-0”, and old browsers lack the option (signDisplay) that leaves the sign out.
const unsignedZero = (value: number, digits: number) => (Math.abs(value) < 0.5 / 10 ** digits ? 0 : value)

/**
 * A number with the locale's separators: `1.250,5` (tr), `1,250.5` (en).
 * @param digits decimals at most
 * @param least decimals at least, for numbers in a column: `0,90`
 */
export function formatNumber(value: number, locale: string, digits = 2, least = 0): string {
  const options = { maximumFractionDigits: digits, minimumFractionDigits: least }
  return numberFormat(locale, options).format(unsignedZero(value, digits))
}

/**
 * An amount in Turkish lira: `1.250,00 ₺` (tr), `₺1,250.00` (en).
 * @param kurus whole kuruş (1/100 TRY)
 */
export function formatMoney(kurus: number, locale: string): string {
  const sign = kurus < 0 ? '-' : ''
  const amount = numberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    Math.abs(kurus) / 100,
  )
  return isEnglish(locale) ? `${sign}₺${amount}` : `${sign}${amount}\u00a0₺`
}

/**
 * A share in whole percent: `%77` (tr), `77%` (en).
 * @param percent 0 to 100 (a percentage, not a fraction)
 * @param digits decimals shown, default 0
 */
export function formatPercent(percent: number, locale: string, digits = 0): string {
  const number = formatNumber(percent, locale, digits)
  return isEnglish(locale) ? `${number}%` : `%${number}`
}

// CLDR writes the Turkish short forms with a full stop, which reads as the end of a sentence in mid-line.
const unit = (value: number, name: 'hour' | 'minute' | 'second', locale: string) =>
  numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value).replace(/\.$/, '')

/**
 * A length of time in words, at most two units: `41 dk 12 sn` (tr), `41 mins 12 secs` (en).
 * From one hour on seconds are left out. Zero and less read as zero seconds.
 * @param seconds rounded to whole seconds
 */
export function formatDuration(seconds: number, locale: string): string {
  const total = Math.max(0, Math.round(seconds))
  const hours = Math.floor(total / 3600)
  const minutes = Math.floor((total % 3600) / 60)
  const rest = total % 60
  const parts: string[] = []
  if (hours > 0) parts.push(unit(hours, 'hour', locale))
  if (minutes > 0) parts.push(unit(minutes, 'minute', locale))
  if (hours === 0 && (rest > 0 || minutes === 0)) parts.push(unit(rest, 'second', locale))
  return parts.join(' ')
}

/**
 * A hash for people to read aloud and to compare: groups of four, held together in a line.
 * @param digits as many of it as are shown, from the front; all when left out
 */
export function formatHash(hash: string, digits = hash.length): string {
  return (hash.slice(0, digits).match(/.{1,4}/g) ?? []).join('\u00a0')
}

/**
 * A time zone's distance from Greenwich, now: `GMT+3`.
 * @param timeZone IANA name
 * @throws RangeError when `timeZone` is no zone
 */
export function formatOffset(timeZone: string, at = new Date()): string {
  const parts = dateFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
