import { auditCsv, listActivityAssignments, listAudit, listClientActivity } from '#contract/audit.ts'
import { foldText } from '#contract/fold.ts'
import type { QueryOf } from '#contract/kit.ts'
import { authorizeClient, onClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import { onPlatform, type Route, subject } from '#server/http/subject.ts'
import { auditFile } from './csv.ts'
import { auditEntry } from './entries.ts'
import { entryExists, filterOf, findAudited, findEntries } from './queries.ts'

const onEntry = subject(
  'auditEntry',
  async (db, caller: Caller, params: { clientId: string; entryId: string }) => {
    const { id: clientId } = await authorizeClient(db, caller, params.clientId)
    const key = { clientId, entryId: params.entryId }
    if (!(await entryExists(db, key))) throw new Failure('not_found')
    return key
  },
  ({ clientId }) => clientId,
)

async function entriesOf(db: Executor, query: QueryOf<typeof listAudit>) {
  const { count, rows } = await findEntries(db, filterOf(query), query.ordering ?? '-at', sliceOf(query))
  return { count, rows: rows.map(auditEntry) }
}

export const auditRoutes: readonly Route[] = [
  onPlatform.list(listAudit, (db, _platform, query) => entriesOf(db, query)),
  onClient.list(listClientActivity, (db, { id: client, timeZone }, query) =>
    entriesOf(db, { ...query, client, timeZone }),
  ),
  onEntry.list(listActivityAssignments, async (db, key, query) => {
    const asked = { search: foldText(query.search ?? ''), order: query.ordering ?? 'at' }
    const found = await findAudited(db, key, asked, sliceOf(query))
    const versions = await currentVersions(db)
    const codes = new Map(versions.map(({ inventoryId, definition }) => [inventoryId, definition.code]))
    const rows = found.rows.map(({ at, id, inventory_id, user_id, name }) => ({
      at: at.toISOString(),
      id,
      inventory: codes.get(inventory_id) ?? '',
      user: { id: user_id, name },
    }))
    return { count: found.count, rows }
  }),
  onPlatform.read(auditCsv, auditFile),
]
