import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readInventory } from '#content/read.ts'
import { checkDefinition } from '#scoring/check-definition.ts'
import type { Definition } from '#scoring/definition.ts'
import type { Problem } from '#scoring/problems.ts'
import { CliError } from './error.ts'
import { readJson } from './responses.ts'

/** A definition from its file, or from a folder as the shipped ones are kept. @throws CliError with every problem in it */
export async function readDefinition(path: string): Promise<Definition> {
  const checked = checkDefinition(await readUnchecked(path))
  if (checked.ok) return checked.definition
  throw new CliError(linesOf(checked.problems))
}

/** One problem a line, with its place. */
export const linesOf = (problems: readonly Problem[]): string =>
  problems.map(({ path, message }) => `${path}: ${message}`).join('\n')

async function readUnchecked(path: string): Promise<unknown> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) return readJson(path)
  try {
    return await readInventory(pathToFileURL(`${resolve(path)}/`))
  } catch (error) {
    throw new CliError(`${path}: ${error instanceof Error ? error.message : error}`)
  }
}
