import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import type { Locale } from '../contract/fields.ts'
import { type BuiltChunk, chunksOf, listChunks, starts } from './startChunks.ts'

type Renderer = typeof import('./features/access/auth/drawSignIn.tsx')

const locales: readonly Locale[] = ['tr', 'en']
const root = join(import.meta.dirname, '..')
const entry = join(import.meta.dirname, 'features/access/auth/drawSignIn.tsx')

/** The files that the router fetches for this page after the application's own script, with the page's words. */
const parts = starts.signIn.filter((source) => !source.endsWith('.html'))
const texts = ['common', 'ui', 'auth']
const scriptLines = /<script type="module".*?<\/script>|<link rel="modulepreload".*?>/g

/**
 * Writes the application's document a second time for the page most visits begin with, once a language: with the page
 * already drawn, until the application is there to take its place. Its scripts are all named, so that they travel at once
 * instead of one after the other, but only when the page is painted: on a slow phone they would share its line with them.
 */
export function signInPage(out: string): Plugin[] {
  let chunks: BuiltChunk[] = []
  const draw: Plugin = {
    name: 'sign-in-page',
    apply: 'build',
    async closeBundle() {
      const work = join(root, 'dist/render-sign-in')
      await build({
        root: import.meta.dirname,
        configFile: false,
        logLevel: 'warn',
        plugins: [react()],
        // Its CommonJS entry is not in the package.
        ssr: { noExternal: ['@tabler/icons-react'] },
        build: { ssr: entry, outDir: work, emptyOutDir: true, copyPublicDir: false },
      })
      const { drawSignIn }: Renderer = await import(
        `${pathToFileURL(join(work, 'drawSignIn.js')).href}?${Date.now()}`
      )
      const template = readFileSync(join(out, 'index.html'), 'utf8')
      for (const locale of locales) {
        const { head, body } = await drawSignIn(locale, wordsOf(locale))
        const own = filesOf(chunks, locale).filter((line) => !template.includes(line))
        const scripts = [
          ...(template.match(scriptLines) ?? []),
          ...own.filter((line) => line.match(scriptLines)),
        ]
        const styles = own.filter((line) => !line.match(scriptLines))
        const html = template
          .replaceAll(scriptLines, '')
          .replace('<html lang="tr"', `<html lang="${locale}"`)
          .replace('<title>Terazi</title>', () => head)
          // The page is complete without its scripts: boot.js takes them out of the template when it is painted.
          .replace(
            '</head>',
            () => `${styles.join('')}<template id="application">${scripts.join('')}</template></head>`,
          )
          .replace('<div id="root"></div>', () => `<div id="root">${body}</div>`)
        writeFileSync(join(out, `sign-in.${locale}.html`), html)
      }
      rmSync(work, { recursive: true })
    },
  }
  return [
    listChunks('post', (all) => {
      chunks = all
    }),
    draw,
  ]
}

const wordsOf = (locale: Locale) =>
  Object.fromEntries(
    texts.map((text) => [
      text,
      JSON.parse(readFileSync(join(root, `locales/${locale}/${text}.json`), 'utf8')),
    ]),
  )

/** The page's own scripts and styles, and what those import, as lines of the document's head. */
function filesOf(chunks: readonly BuiltChunk[], locale: Locale): string[] {
  const found = chunksOf([...parts, ...texts.map((text) => `locales/${locale}/${text}.json`)], chunks)
  const styles = new Set(found.flatMap((chunk) => chunk.styles))
  return [
    ...found.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ]
}
