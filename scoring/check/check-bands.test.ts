import { expect, test } from 'vitest'
import { readShipped } from '#content/read.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { bandWarnings } from './check-bands.ts'
import { checkDefinition } from './check-definition.ts'

// Its golden cases name the bands that it ships with.
const { goldenCases: _, ...shipped } = Object(await readShipped('MYT/6'))
/** MYT with other bands for its ability scales. */
function warned(bands: readonly object[], on = 'T'): string[] {
  const json = structuredClone(shipped) as Definition
  Object.assign(json.bandSets?.ability ?? {}, { on, bands })
  for (const texts of Object.values(json.texts)) {
    const words = { name: 'x', text: 'x' }
    Object.assign(texts.bands ?? {}, {
      ability: Object.fromEntries(bands.map((band) => [Object(band).id, words])),
    })
  }
  const checked = checkDefinition(json)
  if (!checked.ok) throw new Error(checked.problems.map(({ message }) => message).join('\n'))
  return bandWarnings(checked.definition).map(({ path, message }) => `${path}: ${message}`)
}

test('names a band that no score falls into', () => {
  // Ten of ten simple instructions are T 59.3, nine are 52.7.
  expect(
    warned([
      { id: 'usual', to: 60 },
      { id: 'high', from: 60 },
    ]),
  ).toEqual(['scales[1].bandSet: no score of basit_talimatlari_algilama_becerisi falls into band high'])
  const between = warned([
    { id: 'low', to: 53 },
    { id: 'some', from: 53, to: 59 },
    { id: 'top', from: 59 },
  ])
  expect(between).toContain(
    'scales[1].bandSet: no score of basit_talimatlari_algilama_becerisi falls into band some',
  )
})

test('names an inner band that is narrower than the error of measurement, in the metric of the bands', () => {
  // Reliability .6: an error of 6.3 T, or of 9.5 % of ten questions.
  const inT = warned([
    { id: 'low', to: 48 },
    { id: 'mid', from: 48, to: 54 },
    { id: 'top', from: 54 },
  ])
  expect(inT).toContain(
    'scales[1].bandSet: basit_talimatlari_algilama_becerisi: band mid is 6 wide, the error of measurement is 6.3',
  )
  const inPercent = warned(
    [
      { id: 'low', to: 71 },
      { id: 'mid', from: 71, to: 80.4 },
      { id: 'top', from: 80.4 },
    ],
    'percentage',
  )
  expect(inPercent).toContain(
    'scales[1].bandSet: basit_talimatlari_algilama_becerisi: band mid is 9.4 wide, the error of measurement is 9.5',
  )
})

test('takes every value as possible where items give parts of a point, or more points than can be counted', () => {
  const json = structuredClone(shipped) as Definition
  for (const item of json.sections[0]?.items ?? []) Object.assign(item, { points: 1e12 })
  Object.assign(json.scales[1] ?? {}, { max: 1e13 })
  Object.assign(json.norms?.basit ?? {}, { mean: 5e12, sd: 1e12 })
  expect(bandWarnings(json)).toEqual([])
})

test('says nothing of bands that hold', () => {
  expect(
    warned([
      { id: 'low', to: 43 },
      { id: 'mid', from: 43, to: 57 },
      { id: 'top', from: 57 },
    ]),
  ).toEqual([])
})
