import type pg from 'pg'
import { copyIn } from '#server/db/copy.ts'
import { applyMigrations, migrationNames } from '#server/db/migrate.ts'
import { compareVersions, version as ourVersion } from '#server/version.ts'
import {
  addCopiedJobs,
  copyInto,
  copyIntoJobs,
  emptyTables,
  findKeys,
  findTables,
  makeJobsTable,
  prepareToLoad,
  runEach,
  setFormats,
  setSequence,
  switchTriggers,
} from './catalog-queries.ts'
import { BackupError, jobsPart, type Manifest } from './manifest.ts'
import { readBackup, type Source } from './read.ts'

/** @throws BackupError for what this version of the program can't load */
export async function checkVersion({ version, migrations }: Manifest): Promise<void> {
  const known = await migrationNames()
  const unknown = migrations.find((name) => !known.includes(name))
  if (unknown !== undefined || compareVersions(version, ourVersion) > 0)
    throw new BackupError(
      `was made by Terazi ${version}, which is newer than this one (${ourVersion}): restore it with that version`,
    )
}

/**
 * Loads a backup into an empty database, within the caller's transaction, and brings it to the newest schema. Keys and indexes
 * are made when the rows are there: that takes a third of the time.
 * @throws BackupError where the file isn't what it was when it was checked
 */
export async function load(client: pg.Client, source: Source, checked: Manifest): Promise<void> {
  await prepareToLoad(client)
  await setFormats(client)
  await applyMigrations(client, checked.migrations)
  const tables = await findTables(client)
  const wanted = checked.parts.filter(({ name }) => name !== jobsPart)
  const shape = (parts: readonly { name: string; columns: string[] }[]) =>
    JSON.stringify(parts.map(({ name, columns }) => [name, columns]))
  if (shape(tables) !== shape(wanted))
    throw new BackupError(
      `has other tables than ${ourVersion} of Terazi makes: restore it with the build that made it`,
    )
  const keys = await findKeys(client)
  await switchTriggers(client, tables, 'DISABLE')
  await runEach(client, keys.drop)
  await emptyTables(client, tables)
  await makeJobsTable(client)
  const manifest = await readBackup(source, async ({ name, columns, pieces }) => {
    const into = name === jobsPart ? copyIntoJobs : copyInto({ name, columns })
    const rows = await copyIn(client, into, pieces)
    if (rows !== checked.parts.find((part) => part.name === name)?.rows)
      throw new BackupError('was changed meanwhile')
  })
  if (JSON.stringify(manifest) !== JSON.stringify(checked)) throw new BackupError('was changed meanwhile')
  await runEach(client, keys.make)
  for (const sequence of manifest.sequences) await setSequence(client, sequence)
  await addCopiedJobs(client)
  await switchTriggers(client, tables, 'ENABLE')
  await applyMigrations(client)
}
