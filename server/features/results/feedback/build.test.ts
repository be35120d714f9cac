import { describe, expect, test } from 'vitest'
import type { Locale } from '#contract/fields.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { scoreAttempt } from '#scoring/score/score.ts'
import type { ScaleScore, Scores } from '#scoring/score/scores.ts'
import { readContent } from '#server/features/inventories/content.ts'
import { translateIfThere } from '#server/locales.ts'
import { readTexts } from '#test/architecture/locale-keys.ts'
import { feedbackParts } from './build.ts'

const definitions = new Map((await readContent()).map((one) => [one.code, one]))

function definitionOf(code: string): Definition {
  const found = definitions.get(code)
  if (found === undefined) throw new Error(`no test ${code}`)
  return found
}

/** A result of a test with these scores in place of those of an empty sheet. */
function resultOf(
  code: string,
  scales: Record<string, Partial<ScaleScore>>,
  confidence: Scores['validity']['confidence'] = 'high',
  more: Partial<Scores> = {},
) {
  const definition = definitionOf(code)
  const scores = scoreAttempt(definition, {})
  const changed = scores.scales.map((score) => ({ ...score, band: null, T: null, ...scales[score.key] }))
  return {
    version: { definition },
    scores: { ...scores, scales: changed, validity: { confidence, rules: [] }, ...more },
  }
}
const shown = (result: ReturnType<typeof resultOf>, locale: Locale = 'en') => {
  const parts = feedbackParts(result, 'Ege Lojistik', locale)
  return Object.fromEntries(
    parts.map(({ kind, lines, areas }) => [kind, { lines, areas: areas.map(({ name }) => name) }]),
  )
}
const words = { T: 62, semT: 3, band: 'above' }
const numbers = { T: 50, semT: 3, band: 'average' }

describe('the words of feedback', () => {
  test.each([...definitions.values()].filter(({ sensitive }) => !sensitive).map(({ code }) => code))(
    'of %s are there for each band of each scale that may be shown, and for no other',
    (code) => {
      const { scales, bandSets, placement } = definitionOf(code)
      for (const locale of ['tr', 'en'] as const) {
        const has = (key: string) => translateIfThere(locale, `feedback:${key}`) !== undefined
        for (const scale of scales) {
          const isShown = !('sensitive' in scale && scale.sensitive) && !('of' in scale && scale.of)
          const bands = bandSets?.[scale.bandSet ?? '']?.bands.map(({ id }) => id) ?? []
          for (const key of ['name', ...bands])
            expect([scale.key, key, has(`test.${code}.${scale.key}.${key}`)]).toEqual([
              scale.key,
              key,
              isShown,
            ])
        }
        for (const { id } of placement?.levels ?? [])
          expect([id, has(`level.${code}.${id.replace(' ', '_')}`)]).toEqual([id, true])
      }
    },
  )

  test('name no norms, numbers or checks', () => {
    const jargon =
      /norm|standard|percentile|average|T score|deviation|interval|confidence|validity|\d|norm|yüzde|ortalama|standart|sapma|geçerlik|puan/i
    for (const locale of ['tr', 'en'])
      for (const [key, text] of readTexts(locale))
        if (key.startsWith('feedback:'))
          expect([key, jargon.exec(text.replace(/\{\{\w+\}\}/g, ''))]).toEqual([key, null])
  })
})

describe('feedback', () => {
  test('says what went well, how sure that is and what it is not, without totals', () => {
    const total = { T: 60, semT: 2, band: 'above' }
    const parts = shown(resultOf('AYT', { verbal: words, numerical: numbers, dogru_cevap_sayisi: total }))
    expect(Object.keys(parts)).toEqual(['strengths', 'others', 'sure', 'not'])
    expect(parts.strengths).toEqual({ lines: [], areas: ['Words and short texts'] })
    expect(parts.others?.areas).toEqual(['Numbers and tables'])
    expect(parts.sure?.lines).toContain('Your strongest area is clearly this one: Words and short texts.')
    expect(parts.not?.lines.join(' ')).toContain('no diagnosis')
    expect(parts.not?.lines.join(' ')).toContain('People decide, on behalf of Ege Lojistik')
  })

  test('says which areas are too close to tell apart, and which are close to a border', () => {
    const near = { T: 59, semT: 3, band: 'above' }
    const { sure } = shown(
      resultOf('AYT', { verbal: words, figural: near, numerical: { ...numbers, T: 40 } }),
    )
    expect(sure?.lines).toContain(
      'These areas are so close that nobody can tell which one leads: Words and short texts and Rules in shapes.',
    )
    const close = sure?.lines.find((line) => line.startsWith('In these areas'))
    expect(close).toContain('Words and short texts')
    expect(close).not.toContain('Rules in shapes')
    const alike = shown(resultOf('AYT', { verbal: words, figural: near }))
    expect(alike.sure?.lines).toContain(
      'Your areas are very close to each other. The test can’t tell which one is strongest.',
    )
  })

  test('of a scale whose low scores are good names those as the stronger ones', () => {
    const { version, scores } = resultOf('AYT', {
      verbal: { T: 70, semT: 3, band: 'high' },
      numerical: { T: 30, semT: 3, band: 'low' },
    })
    const [set] = Object.values(version.definition.bandSets ?? {})
    if (set === undefined) throw new Error('AYT has bands')
    const tones = set.bands.map(({ tone }) => tone).toReversed()
    const bands = set.bands.map((band, at) => ({ ...band, tone: tones[at] }))
    const bandSets = { aptitude: { ...set, bands } }
    const definition = { ...version.definition, code: 'OTHER', bandSets }
    const parts = feedbackParts({ version: { definition }, scores }, 'Ege', 'en')
    expect(parts.find(({ kind }) => kind === 'strengths')?.areas.map(({ name }) => name)).toEqual([
      'Numerical ability',
    ])
    expect(parts.find(({ kind }) => kind === 'sure')?.lines).toContain(
      'Your strongest area is clearly this one: Numerical ability.',
    )
  })

  test('says so where nothing stands out', () => {
    const { strengths } = shown(resultOf('AYT', { numerical: numbers }))
    expect(strengths).toEqual({
      lines: ['No area came out as a clear strength. That’s common: the test looks at a few areas only.'],
      areas: [],
    })
  })

  test('says that there is none where the answers are not usable, or too few', () => {
    for (const result of [resultOf('AYT', { verbal: words }, 'low'), resultOf('AYT', {})]) {
      const parts = shown(result)
      expect(Object.keys(parts)).toEqual(['unusable', 'not'])
      expect(parts.unusable?.lines.join(' ')).toContain('Ege Lojistik can help')
    }
    const less = shown(resultOf('AYT', { verbal: words }, 'medium'))
    expect(less.sure?.lines).toContain('Some of the answers make the result less sure than usual.')
  })

  test('of a sensitive scale says nothing', () => {
    const high = { T: 70, semT: 3, band: 'high' }
    const parts = shown(resultOf('MYT', { psikolojik_durum: high, ogrenmeye_aciklik: high }), 'tr')
    expect(parts.strengths?.areas).toEqual(['Öğrenme isteği'])
    expect(JSON.stringify(parts)).not.toMatch(/dayanıklılık|psikoloj/i)
    expect(Object.keys(shown(resultOf('MYT', { psikolojik_durum: high })))).toEqual(['unusable', 'not'])
  })

  test('of a level names the next one where that may well be right', () => {
    const level = (total: number) =>
      shown(
        resultOf('ENGLISH', {}, 'high', {
          placement: {
            total,
            max: 75,
            percentage: 50,
            level: 'B1',
            levelByTotal: 'B1',
            caps: [],
            borderline: null,
          },
        }),
      )
    expect(level(47).level?.areas).toEqual(['B1'])
    expect(level(47).sure?.lines).toContain('Your level may also be B2: the result is close to the border.')
    expect(level(43).sure?.lines.join(' ')).not.toMatch(/may also be/)
  })

  test('of a test without words of the product’s own uses its names and general sentences', () => {
    const { version, scores } = resultOf('AYT', { verbal: words })
    const definition = { ...version.definition, code: 'OTHER' }
    const parts = feedbackParts({ version: { definition }, scores }, 'Ege', 'en')
    expect(parts[0]?.areas).toEqual([
      { name: 'Verbal ability', text: 'This is one of your strengths in this test.' },
    ])
  })
})
