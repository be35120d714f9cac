import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readInventory } from '#content/read.ts'
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
