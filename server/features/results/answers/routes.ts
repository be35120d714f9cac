import type { Readable } from 'node:stream'
import { responsesCsv } from '#contract/exports.ts'
import type { QueryOf } from '#contract/kit.ts'
import { type AuthorizedClient, onClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { sheetsOf } from '#server/features/platform/exports/sheets.ts'
import type { Actor, Context, Route } from '#server/http/subject.ts'
import { answerRows } from './rows.ts'
import { versionOfAnswers } from './version.ts'

async function downloadAnswers(
  db: Database,
  client: AuthorizedClient,
  { code, version: number, purpose }: QueryOf<typeof responsesCsv>,
  { caller, locale }: Actor,
  { deps, request, reply }: Context<typeof responsesCsv>,
): Promise<Readable> {
  const version = await versionOfAnswers(db, client.id, { code, number: Number(number) })
  return sheetsOf(deps).data(
    { subject: client, caller, locale, request, reply },
    {
      what: 'answers',
      purpose,
      code,
      version: version.definition.version,
      text: answerRows(db, client.id, version),
    },
  )
}

export const answerRoutes: readonly Route[] = [onClient.read(responsesCsv, downloadAnswers)]
