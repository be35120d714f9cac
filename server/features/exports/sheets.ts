import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Locale } from '#contract/fields.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import type { AuthorizedClient } from '#server/features/clients/access.ts'
import { limitPace } from '#server/features/throttles/pace.ts'
import type { Caller } from '#server/http/caller.ts'
import { translate } from '#server/locales.ts'
import { type Cell, csvOf } from '#server/sheets/csv.ts'

interface Asked {
  readonly subject: AuthorizedClient
  readonly caller: Caller
  readonly locale: Locale
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

interface Sheet {
  readonly what: 'people' | 'results' | 'ledger'
  /** The file's name without its end. */
  readonly file: string
  /** Piece by piece, the headings first; not read before it is on record that they leave. */
  readonly rows: AsyncIterable<Cell[][]>
}

/** A client's lists as files. Each goes at the client's pace and is on record before its first row is read. */
export function sheetsOf({ db, sheets }: Deps) {
  const begin = async (
    { subject, caller, request, reply }: Asked,
    { what, file }: Sheet,
    end: 'csv' | 'xlsx',
  ) => {
    await limitPace(db, subject.id, 'sheets')
    const entry = { actorId: caller.userId, clientId: subject.id, address: request.ip }
    await recordAudit(db, { action: 'export', reason: `${what}_${end}`, ...entry })
    reply.header('content-disposition', `attachment; filename="${file}.${end}"`)
  }
  return {
    async csv(asked: Asked, sheet: Sheet): Promise<Readable> {
      await begin(asked, sheet, 'csv')
      return Readable.from(csvOf(sheet.rows, asked.locale))
    },
    /** @throws Failure too_many_rows */
    async xlsx(asked: Asked, sheet: Sheet): Promise<Uint8Array> {
      await begin(asked, sheet, 'xlsx')
      const title = translate(asked.locale, `exports:sheet.${sheet.what}`)
      return Buffer.from(await sheets.xlsxOf(title, sheet.rows))
    },
  }
}
