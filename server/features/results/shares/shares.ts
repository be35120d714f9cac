import type { Locale } from '#contract/fields.ts'
import { foldText } from '#contract/fold.ts'
import type { QueryOf } from '#contract/kit.ts'
import type { listShares, Share } from '#contract/shares.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { ReadableClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { likeText } from '#server/db/like.ts'
import { getVersion, nameOf } from '#server/features/inventories/versions.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { Actor, By } from '#server/http/subject.ts'
import { findShares, type Key, revoke, type ShareRow } from './queries.ts'

export async function list(
  db: Executor,
  client: ReadableClient,
  query: QueryOf<typeof listShares>,
  { locale }: Pick<Actor, 'locale'>,
) {
  const search = likeText(foldText(query.search ?? ''))
  const descending = query.ordering !== 'createdAt'
  const { count, rows } = await findShares(db, client, { descending, search }, sliceOf(query))
  return { count, rows: await Promise.all(rows.map((row) => toShare(db, row, locale))) }
}

const toShare = async (db: Executor, row: ShareRow, locale: Locale): Promise<Share> => ({
  id: row.id,
  recipient: row.recipient,
  outside: row.legal_ground,
  purpose: row.purpose,
  show: row.show,
  locale: row.locale,
  state: row.state,
  reports: row.reports,
  available: row.available,
  shared: await Promise.all(
    row.shared.map(async ({ assignmentId, name, versionId }) => ({
      assignmentId,
      name,
      test: nameOf(await getVersion(db, versionId), locale),
    })),
  ),
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  expiresAt: row.expires_at.toISOString(),
  revokedAt: row.revoked_at?.toISOString() ?? null,
  wrongPins: row.wrong_pins,
  opened: row.opened,
  openings: row.openings,
})

/** Ends a share at once. */
export async function end(tx: Tx, key: Key, _body: undefined, { userId, address }: By): Promise<undefined> {
  if (!(await revoke(tx, key, userId))) return
  await recordAudit(tx, {
    action: 'share_ended',
    by: { userId, address },
    clientId: key.clientId,
    details: { share: key.id },
  })
}
