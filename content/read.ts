import { readdir, readFile } from 'node:fs/promises'

const here = new URL('./', import.meta.url)

const foldersIn = async (folder: URL) =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** The folders of the inventories that ship with the product: `ENGLISH/1`. */
export async function shippedVersions(): Promise<string[]> {
  const codes = await foldersIn(here)
  const versions = await Promise.all(codes.map((code) => foldersIn(new URL(`${code}/`, here))))
  return codes.flatMap((code, i) => (versions[i] ?? []).map((version) => `${code}/${version}`))
}

/** The figures of a shipped version by the path that names them in its definition. */
export const readFigures = (version: string) => figuresIn(new URL(`${version}/`, here))

async function figuresIn(inventory: URL): Promise<Record<string, string>> {
  if (!(await foldersIn(inventory)).includes('figures')) return {}
  const folder = new URL('figures/', inventory)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.svg')).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')))
  return Object.fromEntries(names.map((name, i) => [`figures/${name}`, texts[i] ?? '']))
}

/**
 * A definition as it is stored and exported: structure, texts in both languages and figures in one. Unchecked.
 * Without figures the field is absent, so that what was published before there were any keeps its hash.
 */
export const readShipped = (version: string) => readInventory(new URL(`${version}/`, here))

/** The same from any folder that is kept as the shipped ones are. */
export async function readInventory(folder: URL): Promise<unknown> {
  const [structure, tr, en] = await Promise.all(
    ['definition', 'tr', 'en'].map(
      async (name): Promise<unknown> =>
        JSON.parse(await readFile(new URL(`${name}.json`, folder), 'utf8')),
    ),
  )
  const figures = await figuresIn(folder)
  return {
    ...Object(structure),
    texts: { tr, en },
    ...(Object.keys(figures).length > 0 && { figures }),
  }
}
