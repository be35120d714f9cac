import { Readable } from 'node:stream'
import {
  type AnalysisFilter,
  analyseForClient,
  analyseVersion,
  analysisCsv,
  getAnalysis,
  getClientAnalysis,
} from '#contract/analyses.ts'
import { isOperator } from '#contract/access.ts'
import { type AuthorizedClient, onClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { type OneOfAll, onVersion } from '#server/features/definitions/versions.ts'
import { publishedVersion } from '#server/features/inventories/drafts.ts'
import type { Version } from '#server/features/inventories/versions.ts'
import { attachment } from '#server/http/attachment.ts'
import { Failure } from '#server/http/failure.ts'
import type { Route } from '#server/http/subject.ts'
import { csvOf } from '#server/sheets/csv.ts'
import { startAnalysis } from './analyses.ts'
import { itemRows } from './csv.ts'
import { hasResult } from './queries.ts'
import { viewOf } from './view.ts'

/** The filter without what was not chosen, so that equal choices are equal. */
const chosen = (filter: AnalysisFilter): AnalysisFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined))

/** A draft has no answers. @throws Failure not_found */
function published({ versionId, definition }: OneOfAll): Pick<Version, 'id' | 'definition'> {
  if (versionId === null) throw new Failure('not_found')
  return { id: versionId, definition }
}

/**
 * A version of which the client has results: others are no matter of its managers.
 * @throws Failure not_found
 */
async function ofClient(
  db: Executor,
  { id: clientId }: AuthorizedClient,
  { code, version: number, ...others }: { code: string; version: number } & Omit<AnalysisFilter, 'client'>,
): Promise<{ version: Version; filter: AnalysisFilter }> {
  const version = await publishedVersion(db, { code, number })
  if (version === undefined || !(await hasResult(db, clientId, version.id))) throw new Failure('not_found')
  return { version, filter: chosen({ ...others, client: clientId }) }
}

export const analysisRoutes: readonly Route[] = [
  onVersion.write(analyseVersion, (tx, version, filter) => startAnalysis(tx, published(version), chosen(filter))),
  onVersion.read(getAnalysis, (db, version, filter, { locale }) =>
    viewOf(db, published(version), chosen(filter), { locale, seesKeys: true }),
  ),
  onVersion.read(analysisCsv, async (db, version, filter, { locale }, { reply }) => {
    const { definition } = version
    const { analysis } = await viewOf(db, published(version), chosen(filter), { locale, seesKeys: true })
    if (analysis === null || analysis.few) throw new Failure('not_found')
    reply.header('content-disposition', attachment(`${definition.code} ${definition.version} analysis.csv`))
    return Readable.from(csvOf(itemRows(analysis), locale))
  }),
  onClient.write(analyseForClient, async (tx, client, asked) => {
    const { version, filter } = await ofClient(tx, client, asked)
    return startAnalysis(tx, version, filter)
  }),
  onClient.read(getClientAnalysis, async (db, client, asked, { locale, caller }) => {
    const { version, filter } = await ofClient(db, client, asked)
    return viewOf(db, version, filter, { locale, seesKeys: isOperator(caller) })
  }),
]
