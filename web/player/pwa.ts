import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, type Plugin, type Rolldown } from 'vite'
import type { PlayerBuild, PlayerFile } from './worker/files.ts'

const page = 'player/index.html'

/** The player's page under an address that the server answers with it, wherever the build put the file. */
export const shell = '/participant/assignments'

type Bundle = Rolldown.OutputBundle

/** True for the preview and the registration pages, which need a connection: no participant's phone keeps them. */
const isOnlineOnly = (file: Bundle[string] | undefined) =>
  file?.type === 'chunk' && /(Preview|Register)Page\.tsx$/.test(file.facadeModuleId ?? '')

/** Every file that the player may load: its chunks, what they import now or later, its font and its words. */
function filesOf(bundle: Bundle): Set<string> {
  const files = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    if (files.has(name) || chunk === undefined) return
    files.add(name)
    if (chunk.type !== 'chunk') return
    const later = chunk.dynamicImports.filter((other) => !isOnlineOnly(bundle[other]))
    for (const other of [...chunk.imports, ...later]) visit(other)
  }
  for (const [name, chunk] of Object.entries(bundle))
    if (chunk.type === 'chunk' && chunk.isEntry && chunk.facadeModuleId?.endsWith(page)) visit(name)
  for (const [name, asset] of Object.entries(bundle)) {
    // The font comes by the styles, which are in the page, and the words by their address: neither is in the graph of
    // chunks. The font's full files are for letters of other languages.
    if (asset.type === 'asset' && /\/(player|tablet)-[\w-]+\.(woff2|json)$/.test(name)) files.add(name)
  }
  return files
}

/** Hands on the names of the files that a phone keeps, once they are known. */
export const listPlayerFiles = (found: (names: readonly string[]) => void): Plugin => ({
  name: 'player-files',
  generateBundle(_options, bundle) {
    found([...filesOf(bundle)])
  },
})

/** Writes the service worker (worker/worker.ts) with the list of what it keeps: each file with its hash, and the pages as one. */
export async function writeWorker(
  outDir: string,
  { names, pages, options }: { names: readonly string[]; pages: readonly string[]; options: BuildOptions },
): Promise<void> {
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(outDir, name)))
      .digest('base64')
  const files: [PlayerFile, ...PlayerFile[]] = [
    { url: shell, hashes: pages.map(hashOf) },
    ...names.map((name) => ({ url: `/${name}`, hashes: [hashOf(name)] })),
  ]
  const id = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 16)
  const list: PlayerBuild = { id, files }
  const built = await build({
    root: join(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'warn',
    define: { playerFilesOfBuild: JSON.stringify(list) },
    build: {
      ...options,
      write: false,
      minify: true,
      lib: { entry: join(import.meta.dirname, 'worker/worker.ts'), formats: ['iife'], name: 'worker' },
    },
  })
  const [bundle] = [built].flat()
  if (!bundle || !('output' in bundle)) throw new Error('The service worker was not built')
  writeFileSync(join(outDir, 'player-sw.js'), bundle.output[0].code)
}
