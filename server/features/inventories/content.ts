import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { checkDefinition } from '#scoring/check-definition.ts'
import type { Definition } from '#scoring/definition.ts'
import type { Database } from '#server/db/database.ts'
import { publishVersion } from './publish.ts'

const content = new URL('../../../content/', import.meta.url)

async function readJson(url: URL): Promise<unknown> {
  return JSON.parse(await readFile(url, 'utf8'))
}

/** A definition as it is stored and exported: the structure with its texts in both languages. */
async function readDefinition(folder: URL): Promise<unknown> {
  const [structure, tr, en] = await Promise.all(
    ['definition.json', 'tr.json', 'en.json'].map((name) => readJson(new URL(name, folder))),
  )
  return { ...Object(structure), texts: { tr, en } }
}

/** The inventories that ship with the product, checked. @throws with every problem and its place when one is wrong */
export async function readContent(): Promise<Definition[]> {
  const definitions: Definition[] = []
  for (const code of (await readdir(content)).sort()) {
    for (const number of (await readdir(new URL(`${code}/`, content))).sort(
      (a, b) => Number(a) - Number(b),
    )) {
      const checked = checkDefinition(await readDefinition(new URL(`${code}/${number}/`, content)))
      if (!checked.ok) {
        const places = checked.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')
        throw new Error(`content/${code}/${number} cannot be loaded: ${places}`)
      }
      definitions.push(checked.definition)
    }
  }
  return definitions
}

/** Publishes the shipped inventory versions that this database does not have yet. */
export async function loadContent(db: Database): Promise<void> {
  for (const definition of await readContent()) await publishVersion(db, definition)
}

/** What freezes a version: any change of its content changes the hash. */
export function contentHash(definition: Definition): string {
  return createHash('sha256').update(JSON.stringify(definition)).digest('hex')
}
