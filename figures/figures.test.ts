import { expect, test } from 'vitest'
import { readFigures, shippedVersions } from '#content/read.ts'
import { svgFault } from '#scoring/check/figures/plain-svg.ts'
import { allDrawings } from './generators.ts'
import { svg } from './svg.ts'

test('the committed figures are what the generators draw: npm run figures', async () => {
  const committed = new Map<string, string>()
  for (const version of await shippedVersions()) {
    for (const [path, text] of Object.entries(await readFigures(version)))
      committed.set(`${version}/${path}`, text)
  }
  const drawn = allDrawings()
  expect([...committed.keys()].toSorted()).toEqual([...drawn.keys()].toSorted())
  for (const [place, text] of drawn) expect(committed.get(place), place).toBe(text)
})

test('an empty plate is a plain drawing', () => {
  expect(svgFault(svg(240, 160))).toBeNull()
})
