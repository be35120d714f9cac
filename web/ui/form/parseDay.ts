/** Reads a day as people type it (`26.11.2026`, `26/11/26`, `2026-11-26`) into `yyyy-mm-dd`; null when it is none. */
export function parseDay(text: string): string | null {
  const iso = /^\s*(\d{4})-(\d{1,2})-(\d{1,2})\s*$/.exec(text)
  const local = /^\s*(\d{1,2})[./\s-](\d{1,2})[./\s-](\d{2}|\d{4})\s*$/.exec(text)
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : []
  if (!year || !month || !day) return null
  const full = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${full}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== full ? null : full
}
