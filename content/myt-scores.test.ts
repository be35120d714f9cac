import { describe, expect, test } from 'vitest'
import { readShipped } from './read.ts'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import type { Item } from '#scoring/definition/item-schema.ts'
import { scaleItems } from '#scoring/definition/lookup.ts'
import { scoreAttempt } from '#scoring/score/score.ts'

const checked = checkDefinition(await readShipped('MYT/6'))
if (!checked.ok) throw new Error('MYT/6 is faulty')
const definition: Definition = checked.definition
const items = definition.sections.flatMap((section) => section.items)

const ability = {
  basit_talimatlari_algilama_becerisi: 10,
  gorsel_algilama_ve_dikkat_becerisi: 24,
  sebep_sonuc_iliskisi: 10,
  sayisal_verileri_algilama: 10,
  karmasik_talimatlari_anlama: 8,
  genel_kultur_seviyesi: 10,
}
const attitude = [
  'sorumluluk_alma_becerisi',
  'degisime_uyum_becerisi',
  'etik_degerlere_baglilik',
  'kurallara_uyum_istegi',
  'ofke_ilimlilik',
  'planlama_zaman_yonetimi',
  'maliyet_duyarlilik',
  'ogrenmeye_aciklik',
  'iletisimde_giriskenlik',
  'psikolojik_durum',
]

function membersOf(key: string): readonly Item[] {
  const scale = definition.scales.find((each) => each.key === key)
  const ids = scale ? scaleItems(definition, scale) : []
  return items.filter(({ id }) => ids.includes(id))
}
const reverseOf = (key: string): readonly string[] => {
  const scale = definition.scales.find((each) => each.key === key)
  return scale && 'reverse' in scale ? (scale.reverse ?? []) : []
}

describe('the structure', () => {
  test('173 items in 55 minutes, 24 of them in 3', () => {
    expect(items).toHaveLength(173)
    expect(definition).toMatchObject({ minutes: 55, timeLimitSeconds: 3300, sensitive: false })
    expect(definition.report).toEqual({ layout: 'profile', simulated: true })
    const timed = definition.sections.filter(({ timeLimitSeconds }) => timeLimitSeconds !== undefined)
    expect(timed.map((section) => [section.timeLimitSeconds, section.items.length])).toEqual([[180, 24]])
  })

  test('72 ability items, together the number of right answers', () => {
    for (const [key, count] of Object.entries(ability)) expect(membersOf(key)).toHaveLength(count)
    expect(membersOf('dogru_cevap_sayisi')).toHaveLength(72)
  })

  test.each(attitude)('%s: eight statements, two or three of them reversed, and a situation', (key) => {
    const types = membersOf(key).map(({ type }) => type)
    expect(types.filter((type) => type === 'likert')).toHaveLength(8)
    expect(types.filter((type) => type === 'situational')).toHaveLength(1)
    expect([2, 3]).toContain(reverseOf(key).length)
  })

  test('only the well-being scale is sensitive', () => {
    expect(definition.scales.filter(({ sensitive }) => sensitive).map(({ key }) => key)).toEqual([
      'psikolojik_durum',
    ])
  })

  test('6 items of social desirability, 3 rare answers, 2 instructions', () => {
    const count = (role: string) => items.filter((item) => item.role === role).length
    expect([count('desirability'), count('infrequency'), count('instructed')]).toEqual([6, 3, 2])
  })

  test('no two neighbours are of one attitude scale', () => {
    const statements = definition.sections
      .filter(({ id }) => id.startsWith('tutum'))
      .flatMap((section) => section.items)
    const scaleOf = new Map(attitude.flatMap((key) => membersOf(key).map(({ id }) => [id, key] as const)))
    for (const [i, { id }] of statements.slice(1).entries()) {
      const before = scaleOf.get(statements[i]?.id ?? '')
      if (before !== undefined) expect(scaleOf.get(id), id).not.toBe(before)
    }
  })

  test('the best answer to a situation occurs at every position', () => {
    const places = items.flatMap((item) => {
      if (item.type !== 'situational' || !item.weights) return []
      const { weights } = item
      return Object.keys(weights).findIndex((option) => weights[option] === 5)
    })
    expect(places).toHaveLength(10)
    for (const place of [0, 1, 2, 3]) {
      const share = places.filter((each) => each === place).length / places.length
      expect(share).toBeGreaterThanOrEqual(0.15)
      expect(share).toBeLessThanOrEqual(0.35)
    }
  })

  test('every scale is in one category, under the keys of the report', () => {
    expect(definition.categories?.map(({ key, scales }) => [key, ...scales])).toEqual([
      ['puanlar', 'dogru_cevap_sayisi'],
      [
        'problem_cozme_ve_analitik_dusunme',
        'sebep_sonuc_iliskisi',
        'sayisal_verileri_algilama',
        'karmasik_talimatlari_anlama',
        'genel_kultur_seviyesi',
      ],
      [
        'dikkat_ve_algilama_becerisi',
        'basit_talimatlari_algilama_becerisi',
        'gorsel_algilama_ve_dikkat_becerisi',
      ],
      [
        'planlama_ve_uyum',
        'sorumluluk_alma_becerisi',
        'degisime_uyum_becerisi',
        'kurallara_uyum_istegi',
        'planlama_zaman_yonetimi',
        'maliyet_duyarlilik',
      ],
      [
        'iletisim_ve_degerler',
        'etik_degerlere_baglilik',
        'ofke_ilimlilik',
        'ogrenmeye_aciklik',
        'iletisimde_giriskenlik',
        'psikolojik_durum',
      ],
    ])
  })
})

describe('an attempt scored by hand', () => {
  const keyOf = (item: Item) => ('key' in item && !Array.isArray(item.key) ? item.key : undefined)
  const right = Object.keys(ability).flatMap((key) =>
    membersOf(key).map((item) => [item.id, keyOf(item)] as const),
  )
  // "Agree" to every statement, and the experts' best choice (5) in every situation.
  const agreed = items.flatMap((item) => {
    if (item.type === 'likert') return [[item.id, '4'] as const]
    if (item.type !== 'situational') return []
    const { weights = {} } = item
    return [[item.id, Object.keys(weights).find((option) => weights[option] === 5)] as const]
  })
  const skipped = membersOf('sebep_sonuc_iliskisi')
    .slice(0, 3)
    .map(({ id }) => id)
  const answers = Object.fromEntries([...right.filter(([id]) => !skipped.includes(id)), ...agreed])
  const scores = scoreAttempt(definition, answers)
  const scored = (key: string) => scores.scales.find((each) => each.key === key)

  test('three blanks of 72 leave 69 right, 7 of 10 causes', () => {
    expect(scores.ignored).toEqual([])
    expect(scored('dogru_cevap_sayisi')).toMatchObject({ raw: 69, max: 72 })
    // Norm mean 7.9, sd 1.75: 50 + 10 (7 − 7.9) / 1.75.
    expect(scored('sebep_sonuc_iliskisi')?.T).toBeCloseTo(44.8571, 4)
    expect(scored('sebep_sonuc_iliskisi')?.band).toBe('middle')
    expect(scored('gorsel_algilama_ve_dikkat_becerisi')).toMatchObject({ raw: 24, percentage: 100 })
  })

  test('a statement counts as it is answered, a reversed one 6 − 4, the situation by its weight', () => {
    // Five statements of 4, three reversed of 2, the situation 5: 31 / 9. Norm mean 3.96, sd 0.49.
    expect(scored('sorumluluk_alma_becerisi')?.raw).toBeCloseTo(31 / 9, 12)
    expect(scored('sorumluluk_alma_becerisi')?.T).toBeCloseTo(39.4785, 4)
    expect(scored('sorumluluk_alma_becerisi')?.band).toBe('low')
    // Six statements of 4, two reversed of 2, the situation 5: 33 / 9. Norm mean 3.72, sd 0.52.
    expect(scored('degisime_uyum_becerisi')?.raw).toBeCloseTo(33 / 9, 12)
    expect(scored('degisime_uyum_becerisi')?.T).toBeCloseTo(48.9744, 4)
  })

  test('a category is the mean T of its scales', () => {
    const attention = scores.categories.find(({ key }) => key === 'dikkat_ve_algilama_becerisi')
    // 10 right: 50 + 10 (10 − 8.6) / 1.5 = 59 1/3; 24 right: 50 + 10 (24 − 16.8) / 4.5 = 66.
    expect(attention?.T).toBeCloseTo(62 + 2 / 3, 9)
    expect(attention?.band).toBe('high')
  })

  test('agreeing with everything lowers the response quality and changes no score', () => {
    const rule = (id: string) => scores.validity.rules.find((each) => each.id === id)
    // Four claims of 4 and two admissions turned to 2: 20 / 6.
    expect(rule('desirability')?.value).toBeCloseTo(20 / 6, 12)
    // "A week has seven days" is agreed to rightly, the two impossible ones are not.
    expect(rule('infrequency')).toMatchObject({ value: 2, outcome: 'low' })
    // The one that asks for "Agree" is followed, the other is not.
    expect(rule('instructed')).toMatchObject({ value: 1, outcome: 'medium' })
    // The items of the sensitive scale don’t count.
    expect(rule('longest_run')).toMatchObject({ value: 83, outcome: 'low' })
    expect(scores.validity.confidence).toBe('low')
  })

  test('two of the nine answers of a scale may be missing, three not', () => {
    const ids = membersOf('ogrenmeye_aciklik').map(({ id }) => id)
    const rawWithout = (count: number) => {
      const some = Object.fromEntries(
        Object.entries(answers).filter(([id]) => !ids.slice(0, count).includes(id)),
      )
      return scoreAttempt(definition, some).scales.find(({ key }) => key === 'ogrenmeye_aciklik')?.raw
    }
    expect(rawWithout(2)).toBeGreaterThan(1)
    expect(rawWithout(3)).toBeNull()
  })
})
