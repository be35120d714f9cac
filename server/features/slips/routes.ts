import type { FastifyInstance } from 'fastify'
import type { Locale } from '#contract/fields.ts'
import { getSlipJob, maxSlipsAtOnce, nextSlips, slipJobPdf, slipsPdf, startSlipJob } from '#contract/slips.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Deps } from '#server/deps.ts'
import { madeBy } from '#server/features/exports/made.ts'
import { fileOf } from '#server/features/file-jobs/file-jobs.ts'
import { chosenMembers } from '#server/features/memberships/chosen.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { jobObject, startJob } from './slip-jobs.ts'
import { makeSlips, slipsFor } from './slips.ts'

const fileName = (locale: Locale, caller: Caller, { timeZone }: AuthorizedClient) =>
  attachment(`${translate(locale, 'exports:file.slips')} ${madeBy(caller, timeZone)}.pdf`)

export function slipRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps
  route(app, deps.http, slipsPdf, {
    load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
    handle: async ({ subject, body, caller, locale, request, reply }) => {
      await limitPace(db, subject.id, 'sheets')
      const { slips, next } = await db.transaction().execute(async (tx) => {
        const chosen = await chosenMembers(tx, subject, body)
        if (subject.status !== 'active') throw new Failure('client_not_active')
        const which = {
          withoutEmail: body.withoutEmail ?? false,
          after: body.after ?? null,
          most: maxSlipsAtOnce,
        }
        const { membershipIds, next } = await slipsFor(tx, subject, chosen, which)
        const slips = await makeSlips(tx, subject, membershipIds, { by: caller.userId, ...config })
        await recordAudit(tx, {
          action: 'slips_made',
          actorId: caller.userId,
          clientId: subject.id,
          address: request.ip,
          details: { quantity: slips.length },
        })
        return { slips, next }
      })
      const title = translate(locale, 'slips:title', { client: subject.name })
      const pdf = await deps.pdf.renderSlips(slips, title, locale)
      reply.header('content-disposition', fileName(locale, caller, subject))
      if (next !== null) reply.header(nextSlips, next)
      return Buffer.from(pdf)
    },
  })
  route(app, deps.http, startSlipJob, {
    load: ({ params, caller }) => authorizeClient(db, caller, params.clientId),
    handle: async ({ subject, body, caller, locale, request }) => {
      await limitPace(db, subject.id, 'sheets')
      const key = await db.transaction().execute(async (tx) => {
        await chosenMembers(tx, subject, body)
        if (subject.status !== 'active') throw new Failure('client_not_active')
        const asked = { clientId: subject.id, by: caller.userId, address: request.ip, body, locale }
        return startJob(tx, asked)
      })
      return jobObject(db, key, locale)
    },
  })
  const jobOf = async ({
    params,
    caller,
  }: {
    params: { clientId: string; jobId: string }
    caller: Caller
  }) => {
    const client = await authorizeClient(db, caller, params.clientId)
    return { client, key: { clientId: client.id, id: params.jobId } }
  }
  route(app, deps.http, getSlipJob, {
    load: jobOf,
    handle: ({ subject, locale }) => jobObject(db, subject.key, locale),
  })
  route(app, deps.http, slipJobPdf, {
    load: jobOf,
    handle: async ({ subject, caller, locale, request, reply }) => {
      const file = await fileOf(db, { ...subject.key, kind: 'slips' }, config.slipKey)
      // Who takes it along may be another manager than the one who had it made.
      await recordAudit(db, {
        ...{ action: 'export', reason: 'slips_pdf', actorId: caller.userId },
        ...{ clientId: subject.client.id, address: request.ip },
      })
      reply.header('content-disposition', fileName(locale, caller, subject.client))
      return file
    },
  })
}
