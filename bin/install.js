import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'node_modules', '.terazi-lock')

/**
 * Installs the packages of package-lock.json unless they are there already.
 * Without install scripts: nothing here needs one, and a script is somebody else's program.
 */
export function ensureInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const hash = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  if (!installedBy(JSON.parse(lock))) {
    // npm would empty the folder behind the link, which is somebody else's.
    if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error(
        'node_modules is a link to packages that do not fit package-lock.json; remove the link first.',
      )
    console.log('Installing the packages of package-lock.json (npm ci)')
    const start = Date.now()
    npmCi()
    console.log(`Packages installed in ${((Date.now() - start) / 1000).toFixed(1)} s`)
  }
  try {
    writeFileSync(stamp, hash)
  } catch (error) {
    // Complete, but somebody else's folder: it is looked through again next time.
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error
  }
}

/** True if npm's own record of the folder contains every package of the lock, as after a plain `npm ci`. */
function installedBy(lock) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const { packages: installed } = JSON.parse(readFileSync(record, 'utf8'))
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '') return true
    // npm leaves out what is made for other systems, and what only that depends on, which names no system.
    const forThisSystem =
      wanted.os &&
      allows(wanted.os, process.platform) &&
      allows(wanted.cpu, process.arch) &&
      allows(wanted.libc, libc())
    if (wanted.optional && !forThisSystem) return true
    return installed[path]?.version === wanted.version
  })
}

function allows(list, mine) {
  return list === undefined || mine === undefined || list.includes(mine)
}

function libc() {
  if (process.platform !== 'linux') return undefined
  return process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
}

function npmCi() {
  const args = ['ci', '--include=dev', '--ignore-scripts', '--loglevel=error']
  // The npm and the Node that we were started by, where there are such: not the Node inside the folder that npm is about to replace.
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const options = { cwd: root, stdio: 'inherit' }
  const { status, error } = npm
    ? spawnSync(node || process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, options)
  if (error) throw new Error(`npm cannot be run: ${error.message}.`)
  if (status !== 0) throw new Error('The packages could not be installed; npm says why above.')
}
