import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { isPlayerPage } from './contract/pages.ts'
import { compressed } from './web/compress.ts'
import { playerOffline } from './web/player/pwa.ts'
import { signInPage } from './web/signInPage.ts'
import { publicSite } from './web/site/build.ts'

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

/**
 * What the application's first page needs, in two files: left to the bundler it travels in some seventy, each compressed
 * for itself. Only what sign-in shows belongs into `frame`; what it names in vain, every visitor waits for.
 */
const firstPageChunks = [
  { name: 'react', priority: 4, test: /node_modules\/(react|react-dom|scheduler)\// },
  // Of these the player or the public pages need one, and must not load the whole frame for it.
  { name: 'preload', priority: 1, test: /preload-helper/ },
  {
    name: 'icons',
    priority: 3,
    minShareCount: 2,
    test: /@tabler\/icons-react\/.*\/(createReactComponent|Icon(AlertCircle|CircleCheck|Eye|EyeOff|InfoCircle|Language|Lock|Mail|Moon|Sun|Refresh|Home|X))\.\w+$/,
  },
  { name: 'paths', priority: 1, test: /web\/app\/(paths|access)\.ts/ },
  // The player asks it for one thing and knows none of the application's addresses.
  { name: 'roles', priority: 2, test: /contract\/access\.ts/ },
  // The application shows and formats some of it, too, and must not load the player for that.
  {
    name: 'shared',
    priority: 2,
    test: /contract\/format\.ts|@tabler\/icons-react\/.*\/Icon(Ban|Check|Clock|Phone|PlayerPlay|WifiOff|Menu2)\.\w+$/,
  },
  // What the player loads before a test is opened, in one file: what opens later, the test and its preview, shares most of it.
  {
    name: 'player',
    priority: 1,
    test: /web\/player\/((App|address|api|cx|words)\.|attempt\/(clock|model|start|steps|store)\.|device\/(?!speech)|pages\/(?!DonePage)|parts\/(?!SaveLine))/,
  },
  {
    name: 'frame',
    minShareCount: 2,
    test: new RegExp(
      [
        String.raw`node_modules\/(react-router|react-i18next|i18next|zustand|clsx)\/`,
        String.raw`@tanstack\/query-core\/.*\/(?!queryObserver)\w+\.js`,
        String.raw`@tanstack\/react-query\/.*\/(useMutation|QueryClientProvider)\.js`,
        String.raw`@mantine\/core\/esm\/core\/(Box|MantineProvider|InlineStyles|DirectionProvider|factory|styles-api)\/`,
        String.raw`@mantine\/core\/esm\/components\/(Button|Checkbox|CloseButton|Input|InputBase|Loader|TextInput|Transition|UnstyledButton)\/`,
        // What the page itself draws with, some thirty small files otherwise.
        String.raw`@mantine\/core\/esm\/components\/VisuallyHidden\/`,
        String.raw`web\/ui\/\w+\/(Alert|Button|CheckboxField|Checkmark|EmptyState|PasswordField|TextField|alertLife|drawings|field|fieldProps)\.`,
        String.raw`web\/app\/layouts\/(LanguageSwitch|Logo|ModeSwitch|tools)\.`,
        String.raw`web\/features\/(auth\/(auth|emailProblem|SecondStepPanel)|second-factor\/secondStep)\.`,
        String.raw`web\/app\/(api|apiError|auth|authCalls|clientSelection|failures|i18n|localeSettings|lockAttempts|queryClient|redirect|session|storage|themeSettings)\.ts`,
      ].join('|'),
    ),
  },
]

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    playerAddress,
    ...playerOffline(),
    ...publicSite(),
    signInPage(outDir),
    compressed(outDir),
  ],
  server: { port: 5173, proxy: { '/api': api, '/dev': api } },
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome111', 'firefox114', 'safari16.4'],
    // The content security policy forbids data: fonts and images in scripts; small files stay files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        app: join(import.meta.dirname, 'web/index.html'),
        player: join(import.meta.dirname, 'web/player/index.html'),
        site: join(import.meta.dirname, 'web/site/index.html'),
      },
      output: { codeSplitting: { groups: firstPageChunks } },
    },
  },
})
