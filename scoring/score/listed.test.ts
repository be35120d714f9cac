import { describe, expect, test } from 'vitest'
import { readShipped, shippedVersions } from '#content/read.ts'
import { Definition } from '#scoring/definition/definition.ts'
import { listedKeys, listedScores } from './listed.ts'
import { isReliablyHigher, rankRange } from './rank-range.ts'
import { scoreAttempt } from './score.ts'

const versions = await Promise.all((await shippedVersions()).map(readShipped))
const definitions = versions.map((version) => Definition.parse(version))
function definitionOf(code: string): Definition {
  const found = definitions.findLast((one) => one.code === code)
  if (found === undefined) throw new Error(`No ${code}`)
  return found
}
/** Every item answered by its first option. */
const firstOptions = (definition: Definition) =>
  Object.fromEntries(
    definition.sections.flatMap(({ items }) =>
      items.flatMap((item) => {
        const set =
          'optionSet' in item && item.optionSet ? definition.optionSets?.[item.optionSet] : undefined
        const first = 'options' in item && item.options ? item.options[0] : set?.[0]
        return first === undefined ? [] : [[item.id, first]]
      }),
    ),
  )

describe('the scores that lists show', () => {
  test('are a placement’s total and its sections, with the levels as bands', () => {
    const definition = definitionOf('ENGLISH')
    expect(listedKeys(definition).map(({ key, unit, max, main }) => [key, unit, max, main])).toEqual([
      ['total', 'points', 75, true],
      ['a1', 'points', 20, false],
      ['b1', 'points', 20, false],
      ['c1', 'points', 20, false],
      ['reading', 'points', 15, false],
    ])
    const scores = scoreAttempt(definition, firstOptions(definition))
    const [total, ...sections] = listedScores(definition, scores)
    expect(total).toEqual({
      key: 'total',
      value: scores.placement?.total,
      se: 3.6,
      band: scores.placement?.level,
    })
    expect(sections.map(({ value }) => value)).toEqual(scores.scales.map(({ raw }) => raw))
    expect(sections.every(({ se }) => se === null)).toBe(true)
  })

  test('have nothing of a sensitive scale or test, and of a category only what the others say', () => {
    expect(listedKeys(definitionOf('SCL90'))).toEqual([])
    const definition = definitionOf('MYT')
    const scores = scoreAttempt(definition, firstOptions(definition))
    const listed = listedScores(definition, scores)
    const keys = listed.map(({ key }) => key)
    expect(keys).toContain('iletisim_ve_degerler')
    expect(keys).not.toContain('psikolojik_durum')
    // The total itself is listed, and not once more as the category that holds nothing else.
    expect(keys).toContain('dogru_cevap_sayisi')
    expect(keys).not.toContain('puanlar')
    const open = ['etik_degerlere_baglilik', 'ofke_ilimlilik', 'ogrenmeye_aciklik', 'iletisimde_giriskenlik']
    const parts = scores.scales.filter(({ key }) => open.includes(key))
    const mean = parts.reduce((sum, { percentage }) => sum + (percentage ?? Number.NaN), 0) / 4
    const errors = parts.map(({ sem, min, max }) => (100 * (sem ?? Number.NaN)) / (max - min))
    const error = Math.sqrt(errors.reduce((sum, one) => sum + one ** 2, 0)) / 4
    const category = listed.find(({ key }) => key === 'iletisim_ve_degerler')
    expect(category?.value).toBeCloseTo(mean, 9)
    expect(category?.se).toBeCloseTo(error, 9)
  })

  test('are the few main ones of a profile, whose points and T scores have the ends of their bars', () => {
    const keys = listedKeys(definitionOf('AYT'))
    expect(keys.filter(({ main }) => main).map(({ key }) => key)).toEqual([
      'dogru_cevap_sayisi',
      'words_numbers',
      'shapes_machines',
    ])
    expect(keys.find(({ key }) => key === 'dogru_cevap_sayisi')).toMatchObject({
      unit: 'points',
      min: 0,
      max: 60,
    })
    expect(keys.find(({ key }) => key === 'verbal')).toMatchObject({ unit: 'T', min: 20, max: 80 })
    // Reports have the percentage of a category.
    expect(keys.find(({ key }) => key === 'words_numbers')).toMatchObject({
      unit: 'percent',
      min: 0,
      max: 100,
    })
  })
})

describe('the places that a score can have', () => {
  const one = (value: number, se = 3) => ({ value, se, count: 1 })

  test('differ by more than 1.645 standard errors of the difference', () => {
    const margin = 1.645 * Math.sqrt(18)
    expect(isReliablyHigher(one(50 + margin + 1e-9), one(50))).toBe(true)
    expect(isReliablyHigher(one(50 + margin - 1e-9), one(50))).toBe(false)
    expect(isReliablyHigher(one(50), one(50 + margin + 1))).toBe(false)
  })

  test('go from 1 + those above to n − those below', () => {
    const all = [one(70), one(69), one(60), one(58), { ...one(30), count: 3 }]
    expect(rankRange(one(70), all)).toEqual({ from: 1, to: 2, of: 7 })
    expect(rankRange(one(60), all)).toEqual({ from: 3, to: 4, of: 7 })
    expect(rankRange(one(30), all)).toEqual({ from: 5, to: 7, of: 7 })
    expect(rankRange(one(50), [one(50)])).toEqual({ from: 1, to: 1, of: 1 })
  })
})
