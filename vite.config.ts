import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { isPlayerPage } from './contract/pages.ts'
import { compressed } from './web/compress.ts'
import { playerBuild } from './web/playerBuild.ts'
import { signInPage } from './web/signInPage.ts'
import { publicSite } from './web/site/build.ts'
import { startChunks } from './web/startChunks.ts'

const outDir = join(import.meta.dirname, 'dist/web')

const api = 'http://127.0.0.1:3000'

/** In development the player answers at its public address, as the server's routing does in production. */
const playerAddress: Plugin = {
  name: 'player-address',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (isPlayerPage(request.url?.split('?')[0] ?? '')) request.url = '/player/index.html'
      next()
    })
  },
}

/** Of the application and of the player. */
const common = {
  target: ['chrome90', 'firefox91', 'safari15'],
  // The content security policy forbids data: fonts and images in scripts; small files stay files.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
}

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    playerAddress,
    ...publicSite(),
    ...signInPage(outDir),
    playerBuild(outDir, common),
    compressed(outDir),
    ...startChunks(),
  ],
  server: { port: 5173, proxy: { '/api': api, '/dev': api } },
  build: {
    ...common,
    outDir,
    emptyOutDir: true,
    rolldownOptions: {
      input: {
        app: join(import.meta.dirname, 'web/index.html'),
        site: join(import.meta.dirname, 'web/site/index.html'),
      },
    },
  },
})
