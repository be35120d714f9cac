import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { compareVersions } from '#server/version.ts'

const root = join(import.meta.dirname, '../..')

/** The last released version before or at this commit, or the reason why none is known. */
export function findRelease(): { tag: string; version: string } | { missing: string } {
  const { status, stdout, stderr, error } = spawnSync('git', ['tag', '--list', 'v*', '--merged', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) return { missing: `git names no tags: ${error?.message ?? stderr.trim()}` }
  const versions = stdout.split('\n').flatMap((line) => /^v(\d+\.\d+\.\d+)$/.exec(line)?.[1] ?? [])
  const version = versions.toSorted(compareVersions).at(-1)
  return version === undefined
    ? { missing: 'no tag such as v1.0.0 leads to this commit: nothing is released, or the clone has no tags' }
    : { tag: `v${version}`, version }
}

/** The migrations of a release: path and SQL. */
export function releasedMigrations(tag: string): Map<string, string> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const paths = git('ls-tree', '-r', '--name-only', tag, 'server/db/migrations/').split('\n').filter(Boolean)
  return new Map(paths.map((path) => [path, git('show', `${tag}:${path}`)]))
}

/** Puts a release into an empty folder, with its packages: those of this checkout when it has the same ones. */
export function checkOutRelease(tag: string, folder: string): void {
  const archive = join(folder, 'release.tar')
  execFileSync('git', ['archive', '--format=tar', '-o', archive, tag], { cwd: root })
  execFileSync('tar', ['-xf', archive, '-C', folder])
  rmSync(archive)
  if (isDeepStrictEqual(packagesOf(folder), packagesOf(root)))
    symlinkSync(realpathSync(join(root, 'node_modules')), join(folder, 'node_modules'))
  // With those of development: the scene of a test needs them.
  else
    execFileSync('npm', ['ci', '--include=dev', '--ignore-scripts', '--prefer-offline', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
}

/** The packages of a lock file. Its other lines name the application's own version. */
function packagesOf(folder: string): unknown {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  return { ...packages, '': undefined }
}
