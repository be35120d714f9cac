import type { Executor } from '#server/db/database.ts'
import { hasExported } from '#server/features/delivery/attempts/exported.ts'
import { publishedVersion } from '#server/features/inventories/drafts.ts'
import type { Version } from '#server/features/inventories/versions.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'

/**
 * The version of a test whose answers a client may have.
 * @throws Failure not_found where the client has no result of it; FieldFailure for a sensitive test
 */
export async function versionOfAnswers(
  db: Executor,
  clientId: string,
  which: { code: string; number: number },
): Promise<Version> {
  const version = await publishedVersion(db, which)
  if (version?.definition.sensitive) throw new FieldFailure({ code: { key: 'sensitive_answers' } })
  if (version === undefined || !(await hasExported(db, clientId, version))) throw new Failure('not_found')
  return version
}
