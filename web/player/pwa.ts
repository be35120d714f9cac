import type { Plugin, Rolldown } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

const page = 'player/index.html'

/** The player's page under an address that the server answers with it, wherever the build put the file. */
export const shell = '/participant/assignments'

type Bundle = Rolldown.OutputBundle

/** What operators look at tests with, and where people register, which needs a line: no participant's phone keeps them. */
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

/**
 * The service worker that lets a test once opened open again without a line. It keeps the player's files and nothing else:
 * neither the application, nor any answer of the API.
 */
export function playerOffline(): Plugin[] {
  let files = new Set<string>()
  const collect: Plugin = {
    name: 'player-files',
    generateBundle(_options, bundle) {
      files = filesOf(bundle)
    },
  }
  return [
    collect,
    ...VitePWA({
      strategies: 'generateSW',
      filename: 'player-sw.js',
      injectRegister: false,
      manifest: false,
      scope: '/participant/',
      workbox: {
        globPatterns: ['**/*.{js,html,json,woff2}'],
        navigateFallback: shell,
        // An invitation's link opens the test that it began here, also where there is no line.
        navigateFallbackAllowlist: [
          /^\/participant\//,
          /^\/magic-link\/[^/]+\/[^/]+\/?$/,
          /^\/tablet\/?(?:\?|$)/,
        ],
        cleanupOutdatedCaches: true,
        clientsClaim: true,
        skipWaiting: true,
        manifestTransforms: [
          (entries) => ({
            manifest: entries
              .filter(({ url }) => url === page || files.has(url))
              .map((entry) => ({ ...entry, url: entry.url === page ? shell : `/${entry.url}` })),
          }),
        ],
      },
    }),
  ]
}
