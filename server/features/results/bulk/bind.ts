import { createHash } from 'node:crypto'
import { formatDay } from '#contract/format.ts'
import { aboutSheet } from '#server/features/platform/exports/made.ts'
import type { JobKey } from '#server/features/platform/file-jobs/file-jobs.ts'
import {
  clearBehind,
  partEntries,
  partReports,
  storeBehind,
} from '#server/features/platform/file-jobs/parts.ts'
import { translate } from '#server/locales.ts'
import { createBook } from '#server/pdf/book.ts'
import type { Cell } from '#server/sheets/csv.ts'
import type { SheetPage } from '#server/sheets/worker.ts'
import { type Making, partEntry } from './files.ts'
import { localHeader, type ZipEntry, zipEnd, zipEntry } from './zip.ts'

/** A file whose parts are all stored. */
interface Bound {
  readonly reports: number
  readonly size: number
  /** The hash of the whole file, if its reports are pages of it. */
  readonly sha256?: Buffer
}

/** Ends a ZIP file with a sheet that lists its reports, and the list that programs read. @returns undefined when the job was ended */
export async function endZip(key: JobKey, { client, asked, deps }: Making): Promise<Bound | undefined> {
  const { db, config, sheets } = deps
  const t = (word: string) => translate(asked.locale, `report-files:sheet.${word}`)
  const at = new Date(asked.at)
  const entries: ZipEntry[] = []
  const rows: Cell[][] = [['person', 'group', 'test', 'completed', 'serial', 'file'].map(t)]
  for await (const { entry } of partEntries(db, config.slipKey, key)) {
    const made = partEntry.parse(entry)
    if (made === null) continue
    entries.push({ path: made.path, crc: made.crc, size: made.size, at })
    rows.push([made.person, made.group, made.test, formatDay(made.day, asked.locale), made.serial, made.path])
  }
  const about = {
    caller: { name: asked.reader },
    timeZone: client.timeZone,
    client: client.name,
    contents: t('contents'),
    purpose: translate(asked.locale, 'exports:about.purposeStated', {
      purpose: translate(asked.locale, `assignments:purpose.${asked.purpose}`),
    }),
  }
  async function* pages(): AsyncGenerator<SheetPage> {
    yield { sheet: t('title'), rows }
    yield aboutSheet(about, asked.locale)
  }
  const sheet = await sheets.xlsxOf(pages())
  const listed = zipEntry(`${t('name')}.xlsx`, sheet, at)
  const end = zipEnd([...entries, listed])
  const stored =
    (await storeBehind(db, config.slipKey, key, 0, Buffer.concat([localHeader(listed), sheet]))) &&
    (await storeBehind(db, config.slipKey, key, 1, end.bytes))
  return stored ? { reports: entries.length, size: end.size } : undefined
}

/** Bytes of a bound file that are stored together. */
const pieceSize = 4 * 1024 * 1024

/** Binds the reports into one PDF, a report at a time. @returns undefined when the job was ended */
export async function bindBook(
  key: JobKey,
  { client, asked, deps, current }: Making,
): Promise<Bound | undefined> {
  const { db, config } = deps
  await clearBehind(db, key)
  const title = translate(asked.locale, 'report-files:book', { client: client.name })
  const book = createBook(title, asked.locale)
  const digest = createHash('sha256')
  let [reports, size, pieces] = [0, 0, 0]
  let waiting: Uint8Array[] = []
  const flush = async () => {
    const stored = await storeBehind(db, config.slipKey, key, pieces, Buffer.concat(waiting))
    waiting = []
    pieces += 1
    return stored
  }
  const add = (bytes: Uint8Array) => {
    digest.update(bytes)
    size += bytes.length
    waiting.push(bytes)
  }
  for await (const { entry, bytes } of partReports(db, config.slipKey, key)) {
    current.signal.throwIfAborted()
    const made = partEntry.parse(entry)
    if (made === null) continue
    add(book.add(bytes, { group: made.group, title: `${made.person} – ${made.code}` }))
    reports += 1
    if (waiting.reduce((sum, { length }) => sum + length, 0) > pieceSize && !(await flush())) return undefined
  }
  if (reports === 0) return { reports, size, sha256: digest.digest() }
  add(book.end())
  return (await flush()) ? { reports, size, sha256: digest.digest() } : undefined
}
