import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium, onPath, systemProgram } from '#test/support/find-chromium.ts'
import { systemPostgres } from '#test/support/system-postgres.ts'
import { failed, type Result } from './check.ts'

/**
 * Finds programs that npm doesn't install: a browser (CHROMIUM_PATH, PATH), poppler's tools, a PostgreSQL that is not the
 * bundled one, and what a host runs beside the server. As root on Debian what is missing is installed; else it counts as a failure.
 */
export function prepareSystem(): Result[] {
  const packages = missing().map((program) => program.debian)
  if (packages.length > 0 && process.geteuid?.() === 0 && existsSync('/usr/bin/apt-get')) install(packages)
  installClient()
  const browser = findChromium()
  if (browser) process.env.CHROMIUM_PATH = browser
  return missing().map(({ name, remedy }) =>
    failed(name, `${name} is missing, and what needs it cannot be tested: ${remedy}.`),
  )
}

/** The programs that a host runs beside the server, for the settings in deploy/. */
const served = [
  { program: 'pgbouncer', debian: 'pgbouncer' },
  { program: 'nginx', debian: 'nginx-light' },
  { program: 'haproxy', debian: 'haproxy' },
  { program: 'patroni', debian: 'patroni' },
  { program: 'etcd', debian: 'etcd-server' },
  { program: 'promtool', debian: 'prometheus' },
  { program: 'systemd-analyze', debian: 'systemd' },
  { program: 'openssl', debian: 'openssl' },
]

function missing() {
  return [
    {
      name: 'a browser',
      debian: 'chromium',
      there: findChromium(),
      remedy: 'set CHROMIUM_PATH or install Chromium',
    },
    {
      name: 'pdftotext',
      debian: 'poppler-utils',
      there: onPath(['pdftotext']),
      remedy: 'install poppler-utils',
    },
    {
      name: 'PostgreSQL 15 or newer',
      debian: 'postgresql',
      there: systemPostgres(),
      remedy: 'install postgresql',
    },
    ...served.map(({ program, debian }) => ({
      name: program,
      debian,
      there: systemProgram(program),
      remedy: `install ${debian}`,
    })),
  ].filter((program) => program.there === undefined)
}

/** The packages of the generated client: its compiler is an older one than the project's, so they are apart. */
function installClient(): void {
  const cwd = fileURLToPath(new URL('../generated-client/', import.meta.url))
  // npm writes this file last.
  if (existsSync(`${cwd}node_modules/.package-lock.json`)) return
  console.log('Installing the packages of test/generated-client (npm ci)')
  const args = ['ci', '--include=dev', '--ignore-scripts', '--prefer-offline']
  spawnSync('npm', args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

function install(packages: string[]): void {
  console.log(`Installing ${packages.join(', ')} (apt-get)`)
  // PostgreSQL is installed without a running server: only the programs are needed.
  const settings = '/etc/postgresql-common/createcluster.conf'
  if (packages.includes('postgresql') && !existsSync(settings)) {
    mkdirSync('/etc/postgresql-common', { recursive: true })
    writeFileSync(settings, 'create_main_cluster = false\n')
  }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', '-y', '-o', 'Dpkg::Options::=--force-confold', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  apt('update')
  apt('install', '--no-install-recommends', ...packages)
}
