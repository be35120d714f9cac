import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
/** Beside the build, one of each application: the server shows nobody what is in it. */
const listOf = (part: Part) => join(root, `dist/${part}-chunks.json`)
type Part = 'web' | 'player'
const application = 'web/index.html'

/** The first loads that have to be quick: the source files that the browser loads for each, with all they import. */
export const starts = {
  home: ['web/site/index.html'],
  signIn: [application, 'web/features/access/auth/SignInPage.tsx', 'web/app/layouts/AuthLayout.tsx'],
  application: [
    application,
    'web/app/layouts/SignedInLayout.tsx',
    'web/features/results/dashboards/DashboardPage.tsx',
    'web/ui/feedback/toast.tsx',
  ],
} satisfies Record<string, readonly string[]>

/** The same of the player, which is built apart (web/playerBuild.ts). */
export const playerStarts = {
  player: ['web/player/index.html'],
  test: ['web/player/index.html', 'web/player/taking/Taking.tsx'],
} satisfies Record<string, readonly string[]>

/** One script file of the build: what it loads with it, and how many bytes each source file has in it. */
export interface BuiltChunk {
  file: string
  /** The source file that it is loaded for; left out where several files share it. */
  source?: string
  imports: readonly string[]
  styles: readonly string[]
  modules: Readonly<Record<string, number>>
}

/** The chunks that the last build wrote. */
export const readChunks = (part: Part): BuiltChunk[] => JSON.parse(readFileSync(listOf(part), 'utf8'))

export const writeChunks = (part: Part, chunks: readonly BuiltChunk[]): void =>
  writeFileSync(listOf(part), JSON.stringify(chunks))

/** Removes the folders that depend on the machine. */
export const shortened = (id: string) => id.replace(`${root}/`, '').replace(/^.*?(?=node_modules\/)/, '')

/** The chunks that the browser loads for these source files; a source that none of them has is an error. */
export function chunksOf(sources: readonly string[], chunks: readonly BuiltChunk[]): BuiltChunk[] {
  const found = new Set<BuiltChunk>()
  const add = (chunk: BuiltChunk | undefined) => {
    if (!chunk || found.has(chunk)) return
    found.add(chunk)
    for (const name of chunk.imports) add(chunks.find(({ file }) => file === name))
  }
  for (const source of sources) {
    const chunk =
      chunks.find((one) => one.source === source) ?? chunks.find(({ modules }) => source in modules)
    if (!chunk) throw new Error(`The build has no file for ${source}`)
    add(chunk)
  }
  return [...found]
}

/** Calls back with the chunks of a build, before or after Vite removes those that were only styles. */
export function listChunks(order: 'pre' | 'post', done: (chunks: BuiltChunk[]) => void): Plugin {
  return {
    name: 'list-chunks',
    apply: 'build',
    generateBundle: {
      order,
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
        done(
          chunks.map(({ fileName, facadeModuleId, imports, viteMetadata, modules }) => ({
            file: fileName,
            ...(facadeModuleId ? { source: shortened(facadeModuleId) } : {}),
            imports,
            styles: [...(viteMetadata?.importedCss ?? [])],
            modules: Object.fromEntries(
              Object.entries(modules).map(([id, { renderedLength }]) => [shortened(id), renderedLength]),
            ),
          })),
        )
      },
    },
  }
}

/**
 * Puts the source files that the same starts need into one script; left alone, the bundler writes one for every set of
 * pages. A first build without groups tells which start needs what, because only then the unused parts of libraries are
 * gone. What is in each script is written to a list beside the build.
 */
export function startChunks(): Plugin[] {
  return [
    {
      name: 'start-chunks',
      apply: 'build',
      async config({ build: options }) {
        let chunks: BuiltChunk[] = []
        await build({
          root: join(root, 'web'),
          configFile: false,
          logLevel: 'error',
          plugins: [react(), listChunks('pre', (all) => (chunks = all))],
          build: { ...options, write: false, minify: false },
        })
        const groups = new Map<string, string>()
        for (const [start, sources] of Object.entries(starts))
          for (const { modules } of chunksOf(sources, chunks))
            for (const id of Object.keys(modules))
              groups.set(id, groups.has(id) ? `${groups.get(id)}-${start}` : start)
        return {
          build: {
            rolldownOptions: {
              output: {
                codeSplitting: {
                  groups: [
                    {
                      debugName: 'starts',
                      name: (id) => groups.get(shortened(id)),
                      // Code that only one page needs stays in its file.
                      minShareCount: 2,
                      // A start that needs a file needs its imports too, so two groups never import each other.
                      includeDependenciesRecursively: false,
                    },
                  ],
                },
              },
            },
          },
        }
      },
    },
    listChunks('post', (chunks) => {
      writeChunks('web', chunks)
    }),
  ]
}
