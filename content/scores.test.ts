import { describe, expect, test } from 'vitest'
import { readShipped, shippedVersions } from './read.ts'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { scoreAttempt } from '#scoring/score/score.ts'

const shipped = await shippedVersions()

async function load(folder: string): Promise<Definition> {
  const checked = checkDefinition(await readShipped(folder))
  if (!checked.ok) throw new Error(folder)
  return checked.definition
}
const itemsOf = (definition: Definition) => definition.sections.flatMap(({ items }) => items)

test.each(shipped)('%s is a definition without faults', async (folder) => {
  expect(checkDefinition(await readShipped(folder))).toMatchObject({ ok: true })
})

describe('ENGLISH', async () => {
  const definition = await load('ENGLISH/3')
  const keys = itemsOf(definition).map(
    (item) => [item.id, item.type === 'single' ? item.key : undefined] as const,
  )
  const right = (sections: Record<string, number>) => {
    const ids = Object.entries(sections).flatMap(([key, n]) => {
      const scale = definition.scales.find((each) => each.key === key)
      return scale?.kind === 'correct' ? (scale.items ?? []).slice(0, n) : []
    })
    return scoreAttempt(definition, Object.fromEntries(keys.filter(([id]) => ids.includes(id)))).placement
  }

  test('75 items in four sections, English only', () => {
    expect(definition.scales.map((scale) => ('items' in scale ? scale.items?.length : 0))).toEqual([
      20, 20, 20, 15,
    ])
    expect(definition).toMatchObject({
      itemLocale: 'en',
      timeLimitSeconds: 2700,
      report: { simulated: true },
    })
  })

  // The demo cuts and caps, each from both sides.
  test.each([
    [20, 10, 0, 0, 'A1'],
    [20, 11, 0, 0, 'A2'],
    [20, 10, 8, 0, 'A2'],
    [20, 10, 9, 0, 'B1'],
    [20, 10, 10, 7, 'B1'],
    [20, 10, 10, 8, 'B2'],
    [20, 20, 10, 6, 'B2'],
    [20, 20, 10, 7, 'C1'],
    [20, 20, 10, 13, 'C1'],
    [20, 20, 10, 14, 'C1 plus'],
    [11, 20, 20, 15, 'A2'],
    [20, 9, 20, 15, 'B1'],
    [20, 20, 9, 15, 'B2'],
  ])('%d, %d, %d and %d right place at %s', (a1, b1, c1, reading, level) => {
    expect(right({ a1, b1, c1, reading })?.level).toBe(level)
  })
})

describe('SCL90', async () => {
  const definition = await load('SCL90/5')
  const ids = itemsOf(definition).map(({ id }) => id)
  const all = (value: string, n = 90) => Object.fromEntries(ids.slice(0, n).map((id) => [id, value]))

  test('90 items, every one in one dimension', () => {
    expect(ids).toHaveLength(90)
    expect(definition.scales.map((scale) => ('items' in scale ? scale.items?.length : 0))).toEqual([
      ...[12, 10, 9, 13, 10, 6, 7, 6, 10, 7],
    ])
    expect(definition).toMatchObject({ sensitive: true, participantReport: false })
  })

  test("a dimension's band depends on T, and its place in the norm group is known", () => {
    // Seven fears with 10 points: a mean of 1.43, little on the scale of the answers and T 71.8 by the norm.
    const items = definition.scales.flatMap((scale) =>
      scale.key === 'PHOB' && 'items' in scale ? (scale.items ?? []) : [],
    )
    const fears = Object.fromEntries(items.map((id, i) => [id, i < 3 ? '2' : '1']))
    const { scales } = scoreAttempt(definition, { ...all('0'), ...fears })
    expect(scales.find(({ key }) => key === 'PHOB')).toMatchObject({
      T: expect.closeTo(71.8, 1), band: 'high', stanine: 8,
      percentile: expect.closeTo(95.25, 9),
    })
    for (const scale of scales) expect(scale.percentile, scale.key).not.toBeNull()
  })

  test('indices of extreme and of incomplete attempts', () => {
    expect(scoreAttempt(definition, all('0')).checklist).toMatchObject({ gsi: 0, pst: 0, psdi: null })
    expect(scoreAttempt(definition, all('4')).checklist).toMatchObject({ gsi: 4, pst: 90, psdi: 4 })
    expect(scoreAttempt(definition, all('2', 72)).checklist).toMatchObject({ gsi: 2, pst: 72, missing: 18 })
    expect(scoreAttempt(definition, all('2', 71)).checklist).toMatchObject({
      gsi: null,
      pst: null,
      missing: 19,
    })
  })
})

describe('AYT', async () => {
  const definition = await load('AYT/3')
  const items = itemsOf(definition)
  const keyOf = (item: (typeof items)[number]) =>
    'key' in item && (typeof item.key === 'string' || typeof item.key === 'number') ? item.key : ''
  const right = (n: number) => Object.fromEntries(items.slice(0, n).map((item) => [item.id, keyOf(item)]))
  const total = (n: number) =>
    scoreAttempt(definition, right(n)).scales.find(({ key }) => key === 'dogru_cevap_sayisi')

  test('60 items, 15 in each of four parts, 40 minutes, one practice item each', () => {
    expect(definition).toMatchObject({ minutes: 40, timeLimitSeconds: 2400, report: { simulated: true } })
    expect(items).toHaveLength(60)
    for (const section of definition.sections) {
      expect(section.items).toHaveLength(15)
      expect(section.practice).toHaveLength(1)
    }
    const parts = definition.scales.filter((scale) => 'items' in scale && scale.items !== undefined)
    expect(parts.map((scale) => ('items' in scale ? scale.items : []))).toEqual(
      definition.sections.map((section) => section.items.map(({ id }) => id)),
    )
    expect(items.every((item) => keyOf(item) !== '')).toBe(true)
  })

  test('figural and mechanical items are answered by pictures', () => {
    for (const { id, items } of definition.sections) {
      const pictures = items.filter(({ type }) => type === 'image_choice')
      expect(pictures).toHaveLength(id === 'figural' || id === 'mechanical' ? 15 : 0)
    }
  })

  // By hand: (60 − 37)/8.8 and (0 − 37)/8.8 standard deviations from the mean.
  test('the total counts every part once', () => {
    expect(total(60)).toMatchObject({ raw: 60, max: 60 })
    expect(total(0)).toMatchObject({ raw: 0, max: 60 })
    expect(total(60)?.T).toBeCloseTo(50 + (10 * 23) / 8.8)
    expect(total(0)?.T).toBeCloseTo(50 - (10 * 37) / 8.8)
  })

  test('only what is right in a part counts for it', () => {
    const { scales, categories } = scoreAttempt(definition, right(15))
    expect(scales.map(({ raw }) => raw)).toEqual([15, 0, 0, 0, 15])
    expect(categories.map(({ key }) => key)).toEqual(['words_numbers', 'shapes_machines'])
  })
})
