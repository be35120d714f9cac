import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type BuildOptions, build, type InlineConfig, type Plugin } from 'vite'
import type { Locale } from '../contract/fields.ts'
import { listPlayerFiles, writeWorker } from './player/pwa.ts'
import {
  type BuiltChunk,
  chunksOf,
  listChunks,
  playerStarts,
  readChunks,
  shortened,
  writeChunks,
} from './startChunks.ts'

const locales: readonly Locale[] = ['tr', 'en']
const root = join(import.meta.dirname, '..')
const page = 'player/index.html'
const pageOf = (locale: Locale) => `player/index.${locale}.html`

/**
 * Preact under React's name: a tenth of its size, which is most of what a phone would load before the first item. With
 * PLAYER_RUNTIME=react it is React itself: the player stays code that runs on both.
 */
const preact = [
  { find: /^react-dom\/client$/, replacement: fileURLToPath(import.meta.resolve('preact/compat/client')) },
  { find: /^react-dom$/, replacement: fileURLToPath(import.meta.resolve('preact/compat')) },
  { find: /^react\/jsx-runtime$/, replacement: fileURLToPath(import.meta.resolve('preact/jsx-runtime')) },
  { find: /^react$/, replacement: fileURLToPath(import.meta.resolve('preact/compat')) },
]

/**
 * Builds the player after the application, as an application of its own: one script until the test, one more for it, and a
 * page for each language with its styles and words in it. Every further file would be a further round trip on a phone.
 */
export function playerBuild(outDir: string, options: BuildOptions): Plugin {
  const config = (plugins: Plugin[], more: BuildOptions): InlineConfig => ({
    root: join(root, 'web'),
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), ...plugins],
    resolve: { alias: process.env.PLAYER_RUNTIME === 'react' ? [] : preact },
    build: { ...options, outDir, emptyOutDir: false, copyPublicDir: false, cssCodeSplit: false, ...more },
  })
  const input = { player: join(root, 'web', page) }
  return {
    name: 'player-build',
    apply: 'build',
    async closeBundle() {
      let chunks: BuiltChunk[] = []
      await build(
        config([listChunks('pre', (all) => (chunks = all))], {
          write: false,
          minify: false,
          rolldownOptions: { input },
        }),
      )
      const groups = new Map<string, string>()
      for (const start of ['player', 'test'] as const)
        for (const { modules } of chunksOf(playerStarts[start], chunks))
          for (const id of Object.keys(modules)) if (!groups.has(id)) groups.set(id, start)
      let names: readonly string[] = []
      const noteNames = listPlayerFiles((found) => (names = found))
      await build(
        config([noteNames, listChunks('post', (all) => writeChunks('player', all))], {
          rolldownOptions: {
            input,
            output: {
              codeSplitting: {
                groups: [
                  {
                    debugName: 'player',
                    name: (id) => groups.get(shortened(id)),
                    includeDependenciesRecursively: false,
                  },
                ],
              },
            },
          },
        }),
      )
      const pages = writePages(outDir, await earlyScript(options))
      await writeWorker(outDir, { names, pages, options })
    },
  }
}

/** The script that the page itself has. */
async function earlyScript(options: BuildOptions): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ...options,
      write: false,
      minify: true,
      lib: { entry: join(root, 'web/player/early/script.ts'), formats: ['iife'], name: 'early' },
    },
  })
  const [bundle] = [built].flat()
  if (!bundle || !('output' in bundle)) throw new Error('The early script was not built')
  return bundle.output[0].code.trim()
}

/** Styles without the utilities that nothing here uses. */
const withoutUtilities = (css: string, code: string) =>
  css
    .replace(/(?<=^|[{}])\.([a-z][a-z\d-]*)(?::hover)?\{[^{}]*\}/g, (rule, name: string) =>
      new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code) ? rule : '',
    )
    .replace(/@media[^{}]*\{\}/g, '')

/** Styles without the design values that nothing here uses: most are the application's. */
function withoutUnused(css: string, scripts: string): string {
  const kept = css.replace(/(?<=[{;\s])(--[\w-]+):[^;}]*;?/g, (declared, name: string) =>
    new RegExp(`var\\(${name}[,)]`).test(css) || scripts.includes(name) ? declared : '',
  )
  // A removed value may have been the only user of others.
  return kept === css ? css : withoutUnused(kept, scripts)
}

/**
 * Writes the pages as they are sent: one for each language, with the icon, the styles, the words and the first script, which
 * would be requests of their own. Returns their names.
 */
function writePages(outDir: string, early: string): string[] {
  const html = readFileSync(join(outDir, page), 'utf8')
  const [link = '', styles = ''] = /<link rel="stylesheet"[^>]*href="\/([^"]+)">/.exec(html) ?? []
  const scripts = readChunks('player').map(({ file }) => readFileSync(join(outDir, file), 'utf8'))
  const code = [html, early, ...scripts].join('')
  const [test] = chunksOf(['web/player/taking/Taking.tsx'], readChunks('player'))
  const css = withoutUnused(withoutUtilities(readFileSync(join(outDir, styles), 'utf8'), code), code)
  const drawing = readFileSync(join(outDir, 'favicon.svg'), 'utf8').replace(/<!--.*?-->|\s*\n\s*/gs, '')
  const icon = encodeURIComponent(drawing)
  const whole = html
    .replace(/\s*<!--.*?-->|\n\s*/gs, '\n')
    .replace('href="/favicon.svg"', `href="data:image/svg+xml,${icon}"`)
    .replace(link, () => `<style>${css}</style>`)
    .replace('<meta name="viewport"', () => `<script>${early}</script>\n<meta name="viewport"`)
    // Nothing is drawn before the script anyway, and it knows whether the page is to be dark.
    .replace('<script type="module"', '<script type="module" blocking="render"')
  for (const locale of locales) {
    const words = JSON.stringify(
      JSON.parse(readFileSync(join(root, `locales/${locale}/player.json`), 'utf8')),
    )
    writeFileSync(
      join(outDir, pageOf(locale)),
      whole
        .replace('<html lang="tr"', `<html lang="${locale}" data-test="/${test?.file}"`)
        .replace(
          '</body>',
          () =>
            `<script type="application/json" id="words" lang="${locale}">${words.replaceAll('<', '\\u003c')}</script></body>`,
        ),
    )
  }
  for (const file of [page, styles]) rmSync(join(outDir, file))
  return locales.map(pageOf)
}
