import { createHash } from 'node:crypto'
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

export interface ShippedRecording {
  readonly locale: 'tr' | 'en'
  /** The key of its text, which is its file's name: `items.t001.prompt.mp3`. */
  readonly key: string
  readonly computerVoice: boolean
  readonly hash: string
  readonly bytes: Uint8Array
}

/** The recordings of a folder: `audio/tr/computer/` has those made by a computer, `audio/tr/` those that replace them. */
export async function readRecordings(inventory: URL): Promise<ShippedRecording[]> {
  if (!(await foldersIn(inventory)).includes('audio')) return []
  const found: ShippedRecording[] = []
  for (const locale of ['tr', 'en'] as const) {
    const people = await mp3In(new URL(`audio/${locale}/`, inventory))
    const computer = await mp3In(new URL(`audio/${locale}/computer/`, inventory))
    for (const [key, bytes] of new Map([...computer, ...people])) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      found.push({ locale, key, computerVoice: !people.has(key), hash, bytes })
    }
  }
  return found
}

export const shippedRecordings = (version: string) => readRecordings(new URL(`${version}/`, here))

async function mp3In(folder: URL): Promise<Map<string, Uint8Array>> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const files = names.filter((name) => name.endsWith('.mp3')).toSorted()
  const bytes = await Promise.all(files.map((name) => readFile(new URL(name, folder))))
  return new Map(files.map((name, i) => [name.slice(0, -'.mp3'.length), bytes[i] ?? new Uint8Array()]))
}

/** As a definition names them. */
function audioOf(recordings: readonly ShippedRecording[]) {
  const of = (wanted: 'tr' | 'en') =>
    recordings
      .filter(({ locale }) => locale === wanted)
      .map(({ key, hash, computerVoice }) => [key, { file: hash, ...(computerVoice && { computerVoice }) }])
  const [tr, en] = [of('tr'), of('en')]
  return {
    ...(tr.length > 0 && { tr: Object.fromEntries(tr) }),
    ...(en.length > 0 && { en: Object.fromEntries(en) }),
  }
}

/**
 * A definition as it is stored and exported: structure, texts in both languages and figures in one. Unchecked.
 * Without figures or recordings the field is absent, so that what was published before there were any keeps its hash.
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
  const [figures, recordings] = [await figuresIn(folder), await readRecordings(folder)]
  const goldenCases = await casesIn(folder)
  return {
    ...Object(structure),
    ...(goldenCases !== undefined && { goldenCases }),
    texts: { tr, en },
    ...(Object.keys(figures).length > 0 && { figures }),
    ...(recordings.length > 0 && { audio: audioOf(recordings) }),
  }
}

/** The golden cases beside a definition: answers with the scores that must come out. */
async function casesIn(folder: URL): Promise<unknown> {
  const text = await readFile(new URL('golden.json', folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : JSON.parse(text)
}
