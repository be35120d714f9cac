import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.js'

/** Everything the web application is made of. */
const SOURCES = [
  'web',
  'contract',
  'scoring',
  'report',
  'tables',
  // The sample report of the public pages is made of these.
  'content',
  'server/demo',
  'server/features/results/reports',
  'server/pdf',
  'locales',
  'vite.config.ts',
  'package-lock.json',
  'bin/build.js',
]
const stamp = join(root, 'dist', 'web.sha256')

/** Builds dist/web unless it was built from just these sources, with the same library in the player. */
export function buildWeb() {
  const hash = hashOf(SOURCES) + (process.env.PLAYER_RUNTIME === 'react' ? ' react' : '')
  if (
    existsSync(join(root, 'dist', 'web', 'index.html')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === hash
  )
    return
  console.log('Building the web application (vite build)')
  const start = Date.now()
  rmSync(stamp, { force: true })
  const { status } = spawnSync(
    '/bin/sh',
    [join(root, 'bin/node'), join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: 'inherit',
      // A development environment must not end in a development build of React.
      env: { ...process.env, NODE_ENV: 'production' },
    },
  )
  if (status !== 0) throw new Error('The web application could not be built; vite says why above.')
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, hash)
  console.log(`Web application built in ${((Date.now() - start) / 1000).toFixed(1)} s`)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const children = childrenOf(path)
    if (children) for (const name of children.sort()) add(`${path}/${name}`)
    else hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

function childrenOf(path) {
  try {
    return readdirSync(join(root, path))
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined
    throw error
  }
}
