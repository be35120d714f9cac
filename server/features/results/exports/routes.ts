import { resultsCsv } from '#contract/assignments.ts'
import { resultsXlsx } from '#contract/exports.ts'
import type { QueryOf } from '#contract/kit.ts'
import { onReadableClient } from '#server/authority/client.ts'
import { sheetsOf } from '#server/features/platform/exports/sheets.ts'
import type { Route } from '#server/http/subject.ts'
import { resultRows } from './rows.ts'
import { resultPages } from './workbook.ts'

const filterOf = ({ assignment, purpose: _, ...filter }: QueryOf<typeof resultsCsv>) =>
  assignment === undefined ? filter : { ...filter, ids: assignment.split(',') }

export const resultRoutes: readonly Route[] = [
  onReadableClient.read(resultsCsv, (db, client, query, actor, { deps, request, reply }) => {
    const rows = resultRows(db, client, filterOf(query), actor.locale)
    const table = { what: 'results', purpose: query.purpose, rows } as const
    return sheetsOf(deps).csv({ subject: client, ...actor, request, reply }, table)
  }),
  onReadableClient.read(resultsXlsx, (db, client, query, actor, { deps, request, reply }) => {
    const pages = resultPages(db, client, filterOf(query), actor.locale)
    const workbook = { what: 'results', purpose: query.purpose, pages } as const
    return sheetsOf(deps).xlsx({ subject: client, ...actor, request, reply }, workbook)
  }),
]
