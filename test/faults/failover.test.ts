import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { thorough } from '#test/support/thorough.ts'

// Only root can give machines networks of their own. It takes some minutes.
const possible = thorough && process.geteuid?.() === 0

test.runIf(possible)(
  'no confirmed answer is lost when a primary is lost, and nothing is left running',
  {
    timeout: 1_200_000,
  },
  () => {
    const folder = mkdtempSync('/tmp/terazi-failover-')
    const ran = spawnSync(
      process.execPath,
      ['test/faults/run.ts', '--failover', '2', '--people', '4', '--seed', '7', '--folder', folder],
      { encoding: 'utf8' },
    )
    expect(ran.stdout).toContain('0 lost, 0 sent by nobody, 0 promises broken in all.')
    expect(readdirSync(join(folder, 'machines/db1'))).not.toContain('data')
    rmSync(folder, { recursive: true })
  },
)
