import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { evidenceJson, evidencePdf } from '#contract/evidence.ts'
import type { Locale } from '#contract/fields.ts'
import type { QueryOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { madeBy } from '#server/features/exports/made.ts'
import { limitPace } from '#server/features/throttles/pace.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { evidenceOf } from './evidence.ts'
import { evidencePage } from './page.ts'
import { findPeriod } from './period-queries.ts'
import { fileOf, seal } from './sign.ts'

interface Asked {
  readonly subject: AuthorizedClient
  readonly query: QueryOf<typeof evidenceJson>
  readonly caller: Caller
  readonly locale: Locale
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Makes what costs seconds of a core, one at a time for each client on this server: somebody who presses again gets the
 * first one sooner than a second.
 * @throws Failure evidence_under_way
 */
function oneForEachClient() {
  const underWay = new Set<string>()
  return async <T>(clientId: string, make: () => Promise<T>): Promise<T> => {
    if (underWay.has(clientId)) throw new Failure('evidence_under_way')
    underWay.add(clientId)
    try {
      return await make()
    } finally {
      underWay.delete(clientId)
    }
  }
}

export function evidenceRoutes(app: FastifyInstance, { db, http, pdf, config }: Deps): void {
  const alone = oneForEachClient()
  const collect = async ({ subject, query, caller, locale, request, reply }: Asked, end: 'json' | 'pdf') => {
    const period = await findPeriod(db, subject, query)
    if (period.from > period.to) throw new FieldFailure({ to: { key: 'before_first_day' } })
    await limitPace(db, subject.id, 'sheets')
    await recordAudit(db, {
      ...{ action: 'export', reason: `evidence_${end}`, actorId: caller.userId },
      ...{ clientId: subject.id, address: request.ip },
    })
    const name = translate(locale, 'evidence:file', { from: period.from, to: period.to })
    reply.header('content-disposition', attachment(`${name} ${madeBy(caller, subject.timeZone)}.${end}`))
    const evidence = await evidenceOf(db, subject, period, { reader: caller, operator: config.operator })
    return { evidence, sealed: seal(evidence, config.slipKey) }
  }

  route(app, http, evidenceJson, {
    load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
    handle: async (asked) => Buffer.from(fileOf((await collect(asked, 'json')).sealed)),
  })
  route(app, http, evidencePdf, {
    load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
    handle: (asked) =>
      alone(asked.subject.id, async () => {
        const { evidence, sealed } = await collect(asked, 'pdf')
        const page = evidencePage(evidence, sealed, { locale: asked.locale, reader: asked.caller.name })
        return Buffer.from(await pdf.renderEvidence(page))
      }),
  })
}
