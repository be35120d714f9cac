import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import type { Locale } from '../../contract/fields.ts'
import { findPublicPage } from '../../contract/publicPages.ts'
import type { ReportView } from '../../report/view.ts'

type Renderer = typeof import('./render.tsx')

const locales: readonly Locale[] = ['tr', 'en']
const root = join(import.meta.dirname, '../..')
const entry = join(import.meta.dirname, 'render.tsx')

/** The styles' sources, which development uses in place of built files. */
const devLooks = [
  'ui/layout/Card',
  ...['chart', 'report', 'summary', 'details'].map((name) => `features/results/reports/${name}`),
].map((name) => `/${name}.module.css?direct`)

interface Sample {
  view: ReportView
  pdf: Uint8Array
}

/** The report of a person of the demo in each language. Its definition and the PDF are the server's, so its own program makes it. */
function makeSample(): Record<Locale, Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'terazi-sample-'))
  try {
    execFileSync(process.execPath, [join(root, 'server/demo/write-sample.ts'), folder])
    const read = (locale: Locale): Sample => ({
      view: JSON.parse(readFileSync(join(folder, `${locale}.json`), 'utf8')),
      pdf: readFileSync(join(folder, `${locale}.pdf`)),
    })
    return { tr: read('tr'), en: read('en') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One page in one language as a document. Addresses of the installation come in when it is served. */
function documentOf(
  template: string,
  renderer: Renderer,
  page: string,
  { locale, view, looks }: { locale: Locale; view: ReportView; looks: readonly string[] },
): string {
  const key = renderer.sitePages.find((known) => known === page)
  if (key === undefined) throw new Error(`No page ${page}`)
  const { head, body } = renderer.render(key, locale, view)
  // The styles are linked only if a part of the report is drawn.
  const links = body.includes('data-role=')
    ? looks.map((href) => `\n    <link rel="stylesheet" href="${href}">`).join('')
    : ''
  return (
    template
      .replace('<html lang="tr"', `<html lang="${locale}"`)
      .replace('data-site', key === 'terms' || key === 'privacy' ? 'data-site="fixed"' : 'data-site')
      .replace('<!--head-->', () => `${head}\n    <!--links-->`)
      // After the pages' own styles, which speak of every heading.
      .replace('</head>', `${links}\n  </head>`)
      .replace('<!--body-->', () => body)
  )
}

/**
 * Draws the public pages at build, in both languages: what is read first needs no script. In development they are drawn
 * again for each request.
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
          build: {
            ssr: entry,
            outDir: work,
            emptyOutDir: true,
            copyPublicDir: false,
            // The look of the report itself: its names are made with what is drawn here.
            ssrEmitAssets: true,
            cssCodeSplit: false,
            cssMinify: true,
          },
        })
        const renderer: Renderer = await import(
          `${pathToFileURL(join(work, 'render.js')).href}?${Date.now()}`
        )
        mkdirSync(out, { recursive: true })
        const sample = makeSample()
        const styles = readdirSync(join(work, 'assets')).filter((name) => name.endsWith('.css'))
        for (const name of styles) copyFileSync(join(work, 'assets', name), join(out, '../assets', name))
        const looks = styles.map((name) => `/assets/${name}`)
        for (const locale of locales) {
          const { view, pdf } = sample[locale]
          writeFileSync(join(out, `sample.${locale}.pdf`), pdf)
          for (const page of renderer.sitePages) {
            const html = documentOf(template, renderer, page, { locale, view, looks })
            writeFileSync(join(out, `${page}.${locale}.html`), html)
          }
        }
        rmSync(join(out, 'index.html'))
        rmSync(work, { recursive: true })
      },
    },
    {
      name: 'public-site-dev',
      apply: 'serve',
      configureServer(server) {
        let sample: Record<Locale, Sample> | undefined
        server.middlewares.use((request, response, next) => {
          const url = new URL(request.url ?? '/', 'http://localhost')
          const file = locales.find((one) => url.pathname === `/site/sample.${one}.pdf`)
          if (file !== undefined) {
            sample ??= makeSample()
            response.setHeader('content-type', 'application/pdf')
            return response.end(sample[file].pdf)
          }
          const found = findPublicPage(url.pathname)
          if (!found) return next()
          const asked = url.searchParams.get('lang') ?? request.headers['accept-language'] ?? ''
          const locale = found.locale ?? (asked.startsWith('en') ? 'en' : 'tr')
          const answer = async () => {
            const template = readFileSync(join(import.meta.dirname, 'index.html'), 'utf8')
            const renderer = await server.ssrLoadModule(entry)
            sample ??= makeSample()
            const { view } = sample[locale]
            const page = documentOf(template, renderer as Renderer, found.page, {
              locale,
              view,
              looks: devLooks,
            })
            response.setHeader('content-type', 'text/html; charset=utf-8')
            response.end(await server.transformIndexHtml('/site/index.html', page))
          }
          answer().catch(next)
        })
      },
    },
  ]
}
