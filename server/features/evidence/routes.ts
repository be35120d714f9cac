import type { FastifyInstance } from 'fastify'
import {
  evidenceJson,
  evidencePdf,
  getEvidenceJob,
  listEvidenceJobs,
  startEvidenceJob,
} from '#contract/evidence.ts'
import type { Locale } from '#contract/fields.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { madeBy } from '#server/features/exports/made.ts'
import { namedReaderOf } from '#server/features/inventories/recipients.ts'
import { attachment } from '#server/http/attachment.ts'
import type { Caller } from '#server/http/caller.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { route } from '#server/http/route.ts'
import { translate } from '#server/locales.ts'
import { limitPace } from '#server/throttles/pace.ts'
import { evidenceOf } from './evidence.ts'
import { evidenceFile, evidenceJob, evidenceJobs, startEvidence } from './evidence-jobs.ts'
import { findPeriod, type Period } from './period-queries.ts'
import { fileOf, seal } from './sign.ts'

/** @throws FieldFailure for days in the wrong order */
async function periodOf(
  db: Executor,
  client: AuthorizedClient,
  asked: { from?: string | undefined; to?: string | undefined },
): Promise<Period> {
  const period = await findPeriod(db, client, asked)
  if (period.from > period.to) throw new FieldFailure({ to: { key: 'before_first_day' } })
  return period
}

const fileName = (
  end: 'json' | 'pdf',
  { from, to }: Pick<Period, 'from' | 'to'>,
  { caller, client, locale }: { caller: Caller; client: AuthorizedClient; locale: Locale },
) =>
  attachment(`${translate(locale, 'evidence:file', { from, to })} ${madeBy(caller, client.timeZone)}.${end}`)

const recordExport = (
  db: Executor,
  end: 'json' | 'pdf',
  { caller, client, address }: { caller: Caller; client: AuthorizedClient; address: string },
) =>
  recordAudit(db, {
    ...{ action: 'export', reason: `evidence_${end}`, actorId: caller.userId },
    ...{ clientId: client.id, address },
  })

export function evidenceRoutes(app: FastifyInstance, { db, http, config }: Deps): void {
  const { operator, slipKey } = config
  const clientOf = ({ params, caller }: { params: { clientId: string }; caller: Caller }) =>
    authorizeClient(db, caller, params.clientId)
  const jobOf = async (asked: { params: { clientId: string; jobId: string }; caller: Caller }) => {
    const client = await clientOf(asked)
    return { client, key: { clientId: client.id, id: asked.params.jobId } }
  }

  route(app, http, evidenceJson, {
    load: clientOf,
    handle: async ({ subject: client, query, caller, locale, request, reply }) => {
      const period = await periodOf(db, client, query)
      await limitPace(db, client.id, 'sheets')
      await recordExport(db, 'json', { caller, client, address: request.ip })
      reply.header('content-disposition', fileName('json', period, { caller, client, locale }))
      const named = await namedReaderOf(db, caller, client.id)
      const evidence = await evidenceOf(db, client, period, { named, operator })
      return Buffer.from(fileOf(seal(evidence, slipKey)))
    },
  })
  route(app, http, startEvidenceJob, {
    load: clientOf,
    handle: async ({ subject: client, body, caller, locale, request }) => {
      const period = await periodOf(db, client, body)
      await limitPace(db, client.id, 'sheets')
      const asked = { caller, address: request.ip, locale }
      const key = await db.transaction().execute((tx) => startEvidence(tx, client, period, asked))
      return evidenceJob(db, key, { caller, locale })
    },
  })
  route(app, http, listEvidenceJobs, {
    load: clientOf,
    handle: async ({ subject: client, caller, locale }) => ({
      jobs: await evidenceJobs(db, client, { caller, locale }),
    }),
  })
  route(app, http, getEvidenceJob, {
    load: jobOf,
    handle: ({ subject: { key }, caller, locale }) => evidenceJob(db, key, { caller, locale }),
  })
  route(app, http, evidencePdf, {
    load: jobOf,
    handle: async ({ subject: { client, key }, caller, locale, request, reply }) => {
      const { file, ...period } = await evidenceFile(db, key, { caller, locale, slipKey })
      await recordExport(db, 'pdf', { caller, client, address: request.ip })
      reply.header('content-disposition', fileName('pdf', period, { caller, client, locale }))
      return file
    },
  })
}
