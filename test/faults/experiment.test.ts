import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { processesIn } from '#test/support/postgres-process.ts'
import { thorough } from '#test/support/thorough.ts'
import { runExperiment } from './experiment.ts'

const wanted = thorough ? { people: 20, kills: 40 } : { people: 8, kills: 3 }
// A kill and the new start take some ten seconds on a busy machine.
const timeout = 120_000 + wanted.kills * 20_000

test('I1, I2, I4: nothing acknowledged is lost when the server and its database are killed', {
  timeout,
}, async () => {
  const folder = mkdtempSync('/tmp/terazi-faults-')
  chmodSync(folder, 0o711)
  const outcome = await runExperiment({ ...wanted, seed: 7, folder })
  expect(outcome.broken).toEqual([])
  const { counts } = outcome
  const kills = Object.entries(counts).filter(([name]) => /^broken: (server|PostgreSQL)/.test(name))
  expect(kills.reduce((sum, [, count]) => sum + count, 0)).toBe(wanted.kills)
  expect(counts['begun: http']).toBeGreaterThanOrEqual(wanted.people)
  expect(outcome.submitted).toBeGreaterThanOrEqual(wanted.people)
  expect(outcome.acknowledged).toBeGreaterThan(50)
  rmSync(folder, { recursive: true, force: true })
})

test('an experiment whose browser does not start leaves no server and no database behind', async () => {
  const folder = mkdtempSync('/tmp/terazi-faults-')
  chmodSync(folder, 0o711)
  vi.stubEnv('CHROMIUM_PATH', '/bin/false')
  try {
    const failed = runExperiment({ people: 1, kills: 0, seed: 7, folder, browsers: 1 })
    await expect(failed).rejects.toThrow('browserType.launch')
    await expect.poll(() => processesIn(folder)).toEqual([])
  } finally {
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  }
})
