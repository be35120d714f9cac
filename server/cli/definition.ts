import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readInventory, readRecordings } from '#content/read.ts'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import { placeOf } from '#scoring/check/problem-place.ts'
import type { Problem } from '#scoring/check/problems.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { CliError } from './error.ts'
import { readJson } from './responses.ts'

/** A definition from its file, or from a folder as the shipped ones are kept. @throws CliError with every problem in it */
export async function readDefinition(path: string): Promise<Definition> {
  const json = await readUnchecked(path)
  const checked = checkDefinition(json)
  if (checked.ok) return checked.definition
  throw new CliError(linesOf(checked.problems, json))
}

/** One problem a line, with its place; and the item's id, which is easier to find in the document than its number. */
export const linesOf = (problems: readonly Problem[], json?: unknown): string =>
  problems
    .map(({ path, message }) => {
      const { item } = placeOf(json, path)
      const isNamed = item === null || `${path} ${message}`.includes(item)
      return `${path}: ${message}${isNamed ? '' : ` (item ${item})`}`
    })
    .join('\n')

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
const folderAt = (path: string) => pathToFileURL(`${resolve(path)}/`)

/** The recordings in a definition's folder; a file has none, only their hashes. */
export async function recordingsBeside(path: string): Promise<Uint8Array[]> {
  if (!(await isFolder(path))) return []
  return (await readRecordings(folderAt(path))).map(({ bytes }) => bytes)
}

async function readUnchecked(path: string): Promise<unknown> {
  if (!(await isFolder(path))) return readJson(path)
  // The folder's own reader doesn't look for a name that is given twice.
  for (const name of ['definition', 'tr', 'en']) await readJson(join(path, `${name}.json`))
  try {
    return await readInventory(folderAt(path))
  } catch (error) {
    throw new CliError(`${path}: ${error instanceof Error ? error.message : error}`)
  }
}
