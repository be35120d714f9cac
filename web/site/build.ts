import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import type { Locale } from '../../contract/fields.ts'
import { findPublicPage } from '../../contract/publicPages.ts'

type Renderer = typeof import('./render.tsx')

const locales: readonly Locale[] = ['tr', 'en']
const root = join(import.meta.dirname, '../..')
const entry = join(import.meta.dirname, 'render.tsx')

/** One page in one language as a document. Addresses of the installation come in when it is served. */
function documentOf(template: string, renderer: Renderer, page: string, locale: Locale): string {
  const key = renderer.sitePages.find((known) => known === page)
  if (key === undefined) throw new Error(`No page ${page}`)
  const { head, body } = renderer.render(key, locale)
  return template
    .replace('<html lang="tr"', `<html lang="${locale}"`)
    .replace('data-site', key === 'terms' || key === 'privacy' ? 'data-site="fixed"' : 'data-site')
    .replace('<!--head-->', () => `${head}\n    <!--links-->`)
    .replace('<!--body-->', () => body)
}

/**
 * Draws the public pages at build, in both languages: what is read first needs no script. In development they are drawn
 * anew for each request.
 */
export function publicSite(): Plugin[] {
  return [
    {
      name: 'public-site-build',
      apply: 'build',
      async closeBundle() {
        // The nested build below runs without this plugin, and the template is there only after the client's build.
        const out = join(root, 'dist/web/site')
        const work = join(root, 'dist/render')
        const template = readFileSync(join(out, 'index.html'), 'utf8')
        await build({
          root: join(root, 'web'),
          configFile: false,
          logLevel: 'warn',
          plugins: [react()],
          // Its CommonJS entry is not in the package.
          ssr: { noExternal: ['@tabler/icons-react'] },
          build: { ssr: entry, outDir: work, emptyOutDir: true, copyPublicDir: false },
        })
        const renderer: Renderer = await import(
          `${pathToFileURL(join(work, 'render.js')).href}?${Date.now()}`
        )
        mkdirSync(out, { recursive: true })
        for (const page of renderer.sitePages)
          for (const locale of locales)
            writeFileSync(join(out, `${page}.${locale}.html`), documentOf(template, renderer, page, locale))
        rmSync(join(out, 'index.html'))
        rmSync(work, { recursive: true })
      },
    },
    {
      name: 'public-site-dev',
      apply: 'serve',
      configureServer(server) {
        server.middlewares.use((request, response, next) => {
          const url = new URL(request.url ?? '/', 'http://localhost')
          const found = findPublicPage(url.pathname)
          if (!found) return next()
          const asked = url.searchParams.get('lang') ?? request.headers['accept-language'] ?? ''
          const locale = found.locale ?? (asked.startsWith('en') ? 'en' : 'tr')
          const answer = async () => {
            const template = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8')
            const renderer = await server.ssrLoadModule(entry)
            const page = documentOf(template, renderer as Renderer, found.page, locale)
            response.setHeader('content-type', 'text/html; charset=utf-8')
            response.end(await server.transformIndexHtml('/site/index.html', page))
          }
          answer().catch(next)
        })
      },
    },
  ]
}
