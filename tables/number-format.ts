/** The meaning of a number format: a day, a moment or a time of day, or a number shown with so many digits. */
export interface NumberFormat {
  readonly date: boolean
  /** 00000 shows 123 as 00123, as staff numbers and telephones are kept. 0 where the format says nothing. */
  readonly digits: number
}

const general: NumberFormat = { date: false, digits: 0 }

// 14 to 22 and 45 to 47 are days and times everywhere, the others in the Excel of East Asia.
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** @param code the format's own code; undefined for one that is built in */
export function numberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return isBuiltInDate(id) ? { date: true, digits: 0 } : general
  if (code.length > 255) return general
  const positive = code.split(';')[0] ?? ''
  // Quoted text, escaped letters, and what is in brackets (colours, languages, hours above 24).
  const bare = positive
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[([^[\]]*)\]/g, (_, inner: string) => (/^[hms]+$/i.test(inner) ? inner : ''))
  if (/[ymdhs]/i.test(bare) && !/[0#]/.test(bare.replace(/\.0+/g, ''))) return { date: true, digits: 0 }
  return { date: false, digits: /^[0 ()\-/+]+$/.test(bare) ? (bare.match(/0/g)?.length ?? 0) : 0 }
}

const dayMs = 86_400_000

/** A number of days as Excel counts them, as `2026-11-25`, `2026-11-25 10:30` or, below one, `10:30`. */
export function dateText(days: number, since1904: boolean): string | undefined {
  // Excel has a 29 February 1900; before it days count one less.
  const epoch = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const minutes = Math.round(days * 24 * 60)
  const at = new Date(epoch + minutes * 60_000)
  if (days < 0 || Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return undefined
  const [day = '', time = ''] = at.toISOString().slice(0, 16).split('T')
  if (days < 1 && !since1904) return time
  return (minutes * 60_000) % dayMs === 0 ? day : `${day} ${time}`
}

/** A number as text, without the digits that only a computer's way of counting adds. */
export function numberText(value: number, { digits }: NumberFormat): string {
  const text = String(Number(value.toPrecision(15)))
  return digits > 1 && Number.isInteger(value) && value >= 0 ? text.padStart(digits, '0') : text
}
