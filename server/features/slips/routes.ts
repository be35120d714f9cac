import type { FastifyInstance } from 'fastify'
import { nextSlips, slipsPdf } from '#contract/slips.ts'
import type { Deps } from '#server/deps.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import { authorizeClient } from '#server/features/clients/access.ts'
import { chosenMembers } from '#server/features/people/chosen.ts'
import { limitPace } from '#server/features/throttles/pace.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { makeSlips } from './slips.ts'

export function slipRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps.http, slipsPdf, {
    load: ({ params, caller }) => authorizeClient(deps.db, caller, params.clientId),
    handle: async ({ subject, body, caller, locale, request, reply }) => {
      await limitPace(deps.db, subject.id, 'sheets')
      const { slips, next } = await deps.db.transaction().execute(async (tx) => {
        const chosen = await chosenMembers(tx, subject, body)
        if (subject.status !== 'active') throw new Failure('client_not_active')
        const made = await makeSlips(tx, subject, chosen, {
          by: caller.userId,
          publicUrl: deps.config.publicUrl,
          slipKey: deps.config.slipKey,
          withoutEmail: body.withoutEmail ?? false,
          after: body.after ?? null,
        })
        await recordAudit(tx, {
          action: 'slips_made',
          actorId: caller.userId,
          clientId: subject.id,
          address: request.ip,
          details: { quantity: made.slips.length },
        })
        return made
      })
      const title = translate(locale, 'slips:title', { client: subject.name })
      const pdf = await deps.pdf.renderSlips(slips, title, locale)
      reply.header('content-disposition', 'attachment; filename="slips.pdf"')
      if (next !== null) reply.header(nextSlips, next)
      return Buffer.from(pdf)
    },
  })
}
