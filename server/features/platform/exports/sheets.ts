import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ExportPurpose } from '#contract/assignments.ts'
import type { Locale } from '#contract/fields.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { idInReach, type ReadableClient } from '#server/authority/reach.ts'
import type { Deps } from '#server/deps.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Caller } from '#server/http/caller.ts'
import { translate } from '#server/locales.ts'
import { type Cell, csvOf } from '#server/sheets/csv.ts'
import type { SheetPage } from '#server/sheets/worker.ts'
import type { HeadLook } from '#server/sheets/xlsx.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { aboutSheet, madeBy } from './made.ts'

interface Asked {
  readonly subject: ReadableClient
  readonly caller: Caller
  readonly locale: Locale
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

type What = 'people' | 'results' | 'ledger' | 'groupReport' | 'comparison'

/** The names of files in the audit log. */
const reasons = {
  people: 'people',
  results: 'results',
  ledger: 'ledger',
  answers: 'answers',
  groupReport: 'group_report',
  comparison: 'comparison',
} as const

/** What is on record about a file, and in its name. */
interface Recorded {
  readonly what: What | 'answers'
  /** The purpose of the file, where its maker named one. */
  readonly purpose?: ExportPurpose | undefined
  /** The test that it is about, where it is about one. */
  readonly code?: string
  /** The number of the test's version, where it is about one. */
  readonly version?: number
  /** The results of a few people that it has, each for an entry of its own; left out where it is a whole list. */
  readonly people?: readonly { readonly subjectId: string; readonly details: Record<string, unknown> }[]
}

interface Named extends Recorded {
  readonly what: What
  /** The colours of its headings, where its client has any. */
  readonly look?: HeadLook | undefined
}

/** A list as one table, piece by piece, the headings first; not read before it is on record that it leaves. */
interface Table extends Named {
  readonly rows: AsyncIterable<Cell[][]>
}

/** A list as a file of several sheets, read as a table is. */
interface Workbook extends Named {
  readonly pages: AsyncIterable<SheetPage>
}

/** A file for programs, which is written already; read as a table is. */
interface DataFile extends Recorded {
  readonly text: AsyncIterable<string>
}

/** A client's lists as files. Each goes at the client's pace and is on record before its first row is read. */
export function sheetsOf({ db, sheets }: Deps) {
  const begin = async (
    { subject, caller, locale, request, reply }: Asked,
    { what, purpose, code, version, people }: Recorded,
    end: 'csv' | 'xlsx',
  ) => {
    await limitPace(db, idInReach(subject), 'sheets')
    const entry = {
      action: 'export',
      reason: `${reasons[what]}_${end}`,
      by: { userId: caller.userId, address: request.ip },
      clientId: idInReach(subject),
    } as const
    const details = {
      ...(code !== undefined && { code }),
      ...(version !== undefined && { version }),
      ...(purpose !== undefined && { purpose }),
    }
    await db.transaction().execute(async (tx) => {
      for (const one of people ?? [{ details }]) await recordAudit(tx, { ...entry, ...one })
    })
    const of = version === undefined ? '' : ` ${code} ${version}`
    const name = `${translate(locale, `exports:file.${what}`)}${of}`
    const made = madeBy(
      caller,
      subject.timeZone,
      purpose && translate(locale, `assignments:purpose.${purpose}`),
    )
    reply.header('content-disposition', attachment(`${name} ${made}.${end}`))
  }
  return {
    async csv(asked: Asked, table: Table): Promise<Readable> {
      await begin(asked, table, 'csv')
      return Readable.from(csvOf(table.rows, asked.locale))
    },
    async data(asked: Asked, file: DataFile): Promise<Readable> {
      await begin(asked, file, 'csv')
      return Readable.from(file.text)
    },
    /** @throws Failure too_many_rows */
    async xlsx(asked: Asked, list: Table | Workbook): Promise<Uint8Array> {
      await begin(asked, list, 'xlsx')
      const pages = 'pages' in list ? list.pages : oneSheet(sheetTitle(list.what, asked.locale), list.rows)
      return Buffer.from(await sheets.xlsxOf(withAbout(pages, asked, list), list.look))
    },
  }
}

/** The title of such a list's sheet. */
export const sheetTitle = (what: What, locale: Locale) => translate(locale, `exports:sheet.${what}`)

/** The pages and a last sheet: who made the file, when and what for. */
async function* withAbout(
  pages: AsyncIterable<SheetPage>,
  { subject, caller, locale }: Asked,
  { what, purpose }: Named,
): AsyncGenerator<SheetPage> {
  yield* pages
  yield aboutSheet(
    {
      caller,
      timeZone: subject.timeZone,
      client: subject.name,
      contents: sheetTitle(what, locale),
      purpose:
        purpose === undefined
          ? translate(locale, 'exports:about.purposeText')
          : translate(locale, 'exports:about.purposeStated', {
              purpose: translate(locale, `assignments:purpose.${purpose}`),
            }),
    },
    locale,
  )
}

async function* oneSheet(sheet: string, pages: AsyncIterable<Cell[][]>): AsyncGenerator<SheetPage> {
  for await (const rows of pages) yield { sheet, rows }
}
