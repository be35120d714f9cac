import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { processesIn } from '#test/support/postgres-process.ts'
import { findRelease } from '#test/support/released.ts'
import { thorough } from '#test/support/thorough.ts'

// It takes some minutes.
const release = findRelease()
if (thorough && 'missing' in release)
  console.warn(`Left out: replacing the last release while people work, because ${release.missing}.`)

test.runIf(thorough && !('missing' in release))(
  'the last release is replaced by this version, and back, while people work: nothing fails and nothing is lost',
  { timeout: 1_200_000 },
  async () => {
    const folder = mkdtempSync('/tmp/terazi-rolling-')
    chmodSync(folder, 0o711)
    const ran = spawnSync(
      process.execPath,
      ['test/faults/run.ts', '--rolling', '--people', '20', '--seed', '7', '--folder', folder],
      { encoding: 'utf8' },
    )
    const said = `${ran.stdout}${ran.stderr}`
    expect(said).toContain('\n0 requests failed for those who made them.')
    expect(said).toContain('\n0 lost, 0 sent by nobody, 0 promises broken in all.')
    const [, ...served] = /(\d+) requests were answered by \S+, (\d+) by the new version/.exec(said) ?? []
    for (const requests of served) expect(Number(requests)).toBeGreaterThan(100)
    expect(served).toHaveLength(2)
    expect(ran.status).toBe(0)
    await expect.poll(() => processesIn(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  },
)
