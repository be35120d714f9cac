import type { FastifyInstance } from 'fastify'
import { peopleCsv, peopleXlsx } from '#contract/exports.ts'
import type { Locale } from '#contract/fields.ts'
import type { QueryOf } from '#contract/kit.ts'
import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { sheetsOf } from '#server/features/exports/sheets.ts'
import { route } from '#server/http/route.ts'
import { peopleRows } from './people-export.ts'

export function peopleExportRoutes(app: FastifyInstance, deps: Deps): void {
  const { csv, xlsx } = sheetsOf(deps)
  type Asked = { subject: AuthorizedClient; query: QueryOf<typeof peopleCsv>; locale: Locale }
  const sheet = ({ subject, query, locale }: Asked) =>
    ({ what: 'people', rows: peopleRows(deps.db, subject, query, locale) }) as const

  route(app, deps.http, peopleCsv, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: (input) => csv(input, sheet(input)),
  })
  route(app, deps.http, peopleXlsx, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: (input) => xlsx(input, sheet(input)),
  })
}
