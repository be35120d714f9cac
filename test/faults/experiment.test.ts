import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { runExperiment } from './experiment.ts'

test('I1, I2, I4: no acknowledged answer is lost when the server and its database are killed', async () => {
  const folder = mkdtempSync('/tmp/terazi-faults-')
  chmodSync(folder, 0o711)
  const outcome = await runExperiment({ people: 8, kills: 3, seed: 7, folder })
  expect(outcome.broken).toEqual([])
  expect(outcome.backAfterMs).toHaveLength(3)
  expect(outcome.submitted).toBe(8)
  expect(outcome.acknowledged).toBeGreaterThan(50)
  rmSync(folder, { recursive: true, force: true })
})
