import { expect, test } from 'vitest'
import { readShipped } from '#content/read.ts'
import { Definition } from '#scoring/definition/definition.ts'
import { isFlagged } from './flags.ts'

test('a score is flagged from the named band on, and only of the scales that name one', async () => {
  const scl90 = Definition.parse(await readShipped('SCL90/5'))
  const flagged = (key: string, band: string | null) => isFlagged(scl90, { key, band })
  expect([flagged('DEP', 'usual'), flagged('DEP', 'raised'), flagged('DEP', 'high')]).toEqual([
    ...[false, false, true],
  ])
  expect([flagged('DEP', null), flagged('SOM', 'high')]).toEqual([false, false])
  const scales = scl90.scales.map((scale) => ({ ...scale, flagFrom: 'raised' }))
  expect(isFlagged({ ...scl90, scales }, { key: 'SOM', band: 'high' })).toBe(true)
})
