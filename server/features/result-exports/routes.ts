import type { FastifyInstance } from 'fastify'
import { resultsCsv } from '#contract/assignments.ts'
import { resultsXlsx } from '#contract/exports.ts'
import type { Locale } from '#contract/fields.ts'
import type { QueryOf } from '#contract/kit.ts'
import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { sheetsOf } from '#server/features/exports/sheets.ts'
import { route } from '#server/http/route.ts'
import { resultRows } from './rows.ts'
import { resultPages } from './workbook.ts'

const filterOf = ({ assignment, purpose: _, ...filter }: QueryOf<typeof resultsCsv>) =>
  assignment === undefined ? filter : { ...filter, ids: assignment.split(',') }

export function resultRoutes(app: FastifyInstance, deps: Deps): void {
  const { csv, xlsx } = sheetsOf(deps)
  type Asked = { subject: AuthorizedClient; query: QueryOf<typeof resultsCsv>; locale: Locale }
  const table = ({ subject, query, locale }: Asked) =>
    ({
      what: 'results',
      purpose: query.purpose,
      rows: resultRows(deps.db, subject, filterOf(query), locale),
    }) as const
  const workbook = ({ subject, query, locale }: Asked) =>
    ({
      what: 'results',
      purpose: query.purpose,
      pages: resultPages(deps.db, subject, filterOf(query), locale),
    }) as const

  route(app, deps.http, resultsCsv, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: (input) => csv(input, table(input)),
  })
  route(app, deps.http, resultsXlsx, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: (input) => xlsx(input, workbook(input)),
  })
}
