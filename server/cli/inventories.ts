import type { Definition } from '#scoring/definition/definition.ts'
import { itemCount } from '#scoring/form/form.ts'
import { system } from '#server/audit/audit.ts'
import type { Database } from '#server/db/database.ts'
import { type Rescored, rescore } from '#server/features/delivery/attempts/closing/rescore.ts'
import { importDraft, publishedVersion } from '#server/features/inventories/drafts.ts'
import { isIntact } from '#server/features/inventories/integrity.ts'
import { publishDraft } from '#server/features/inventories/publish.ts'
import { storeFiles } from '#server/features/inventories/recordings.ts'
import { Failure } from '#server/http/failure.ts'
import { translate } from '#server/locales.ts'
import { linesOf, readDefinition, recordingsBeside } from './definition.ts'
import { CliError } from './error.ts'

const summary = (definition: Definition) => ({
  code: definition.code,
  version: definition.version,
  items: itemCount(definition),
})

/**
 * The summary of a faultless definition.
 * @throws CliError with every problem and its place
 */
export async function validateFile(path: string): Promise<{ ok: true } & ReturnType<typeof summary>> {
  return { ok: true, ...summary(await readDefinition(path)) }
}

/** The published definition, texts and figures in one. @throws CliError when it is not what was published any more */
export async function exportPublished(
  db: Database,
  which: { code: string; number: number | undefined },
): Promise<Definition> {
  const { id, definition } = await need(db, which)
  if ((await isIntact(db, id)) === false)
    throw new CliError(
      `${definition.code} version ${definition.version} is no longer what was published: its hash does not hold. The content in the database was changed from outside.`,
    )
  return definition
}

/** Makes a draft of a definition: checked, kept, and given to nobody until it is published. */
export async function importFile(
  db: Database,
  path: string,
): Promise<{ draft: boolean } & ReturnType<typeof summary>> {
  const definition = await readDefinition(path)
  await storeFiles(db, await recordingsBeside(path))
  const imported = await db.transaction().execute((tx) => importDraft(tx, definition))
  if (imported.outcome === 'frozen')
    throw new CliError(
      `${definition.code} version ${definition.version} is published with other content, and a published version is frozen: give this one the number ${imported.next}.`,
    )
  return { draft: imported.outcome !== 'published_already', ...summary(definition) }
}

/** Publishes a draft: frozen from then on. @throws CliError when it cannot be */
export async function publishKept(
  db: Database,
  { code, number }: { code: string; number: number },
): Promise<{ published: true } & ReturnType<typeof summary>> {
  try {
    const invalid = await db.transaction().execute((tx) => publishDraft(tx, system, { code, number }))
    if (invalid) throw new CliError(linesOf(invalid.problems))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new CliError(
      error.code === 'not_found'
        ? `There is no draft of ${code} in version ${number}.`
        : translate('en', `errors:${error.code}`),
    )
  }
  return { published: true, ...summary((await need(db, { code, number })).definition) }
}

/** Scores results again and returns the changes; stores them only when asked to. */
export async function rescoreResults(
  db: Database,
  which: { code: string; number: number | undefined },
  { apply }: { apply: boolean },
): Promise<{ code: string; applied: boolean; results: number; changed: Rescored[] }> {
  await need(db, which)
  const { results, changed } = await rescore(db, which, { apply })
  return { code: which.code, applied: apply, results, changed }
}

async function need(db: Database, which: { code: string; number: number | undefined }) {
  const version = await publishedVersion(db, which)
  if (version === undefined)
    throw new CliError(
      `There is no published inventory ${which.code}${which.number === undefined ? '' : ` in version ${which.number}`}.`,
    )
  return version
}
