import { clockOf } from '#contract/clock.ts'
import type { Locale } from '#contract/fields.ts'
import type { Caller } from '#server/http/caller.ts'
import { translate } from '#server/locales.ts'
import { momentCell } from '#server/sheets/dates.ts'
import type { SheetPage } from '#server/sheets/worker.ts'

/** A name as systems of files take it. */
const fileSafe = (name: string) => name.replace(/[\p{Cc}\\/:*?"<>|]/gu, ' ').trim()

/** When a file is made and a name, for its own name: such as `2026-11-26 1703 Ayşe Demir`, by the clock of that zone. */
export function madeAt(name: string, timeZone: string): string {
  const clock = new Date(clockOf(new Date().toISOString(), timeZone)).toISOString().slice(0, 16)
  return `${clock.replace('T', ' ').replace(':', '')} ${fileSafe(name)}`
}

/** Who makes a file and when, for its name. A CSV has no other place for it, nor for what it is for. */
export const madeBy = ({ name }: Pick<Caller, 'name'>, timeZone: string, purpose = ''): string =>
  `${madeAt(name, timeZone)} ${fileSafe(purpose)}`.trimEnd()

interface About {
  readonly caller: Pick<Caller, 'name'>
  readonly timeZone: string
  /** Where the file is of one. */
  readonly client?: string
  readonly contents: string
  readonly purpose: string
}

/** The last sheet of a workbook: who made the file, when and what for. */
export function aboutSheet(
  { caller, timeZone, client, contents, purpose }: About,
  locale: Locale,
): SheetPage {
  const t = (key: 'title' | 'by' | 'at' | 'client' | 'contents' | 'purpose') =>
    translate(locale, `exports:about.${key}`)
  return {
    sheet: t('title'),
    rows: [
      [t('title'), ''],
      [t('by'), caller.name],
      [t('at'), momentCell(new Date(), locale, timeZone)],
      ...(client === undefined ? [] : [[t('client'), client]]),
      [t('contents'), contents],
      [t('purpose'), purpose],
    ],
  }
}
