import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Definition } from '#scoring/definition/definition.ts'
import { itemsById, optionIds } from '#scoring/definition/lookup.ts'
import { scoreAttempt } from '#scoring/score/score.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import { problems, spoiled } from '#test/fixtures/definitions/spoil.ts'
import { buildForm, itemCount, presentedItems } from './form.ts'
import { itemsLeftOut, itemsOfItsOwn, scalesWithout, sensitiveScales } from './left-out.ts'

const everything = loadFixture('everything')

/** Scales as a definition may mark them: each that can be declined, with a consent of its own. */
function markedAs(keys: readonly string[]): Definition {
  const scales = everything.scales.map((scale) => ({ ...scale, sensitive: keys.includes(scale.key) }))
  const notices = keys.map((key) => ({
    id: `for-${key}`,
    kind: 'explicit_consent' as const,
    version: 1,
    scales: [key],
  }))
  return { ...everything, scales, notices }
}

const declinable = ['order', 'kurallara_uyum_istegi', 'whole']
const marked = fc.subarray(declinable).map(markedAs)
const accepted = fc.subarray(declinable.map((key) => `for-${key}`))
const answers = fc.record(
  Object.fromEntries(
    [...itemsById(everything)].flatMap(([id, item]) =>
      item.type === 'likert' ? [[id, fc.constantFrom(...optionIds(everything, item))]] : [],
    ),
  ),
  { requiredKeys: [] },
)

test('a form contains no item of a scale without consent, and every other one, in its usual place', () => {
  fc.assert(
    fc.property(marked, accepted, fc.string(), (definition, agreed, seed) => {
      const leftOut = scalesWithout(definition, agreed)
      const form = buildForm(definition, 'tr', seed, leftOut)
      const ids = form.sections.flatMap(({ items }) => items.map(({ id }) => id))
      const refused = definition.scales
        .filter(({ key, sensitive }) => sensitive && !agreed.includes(`for-${key}`))
        .flatMap((scale) => itemsOfItsOwn(definition, scale))
      expect(ids.filter((id) => refused.includes(id))).toEqual([])
      expect(ids).toEqual(presentedItems(definition, seed).filter((id) => !refused.includes(id)))
      expect(ids).toEqual(presentedItems(definition, seed, leftOut))
      expect(itemCount(definition, leftOut)).toBe(ids.length)
      expect(form.sections.every(({ items }) => items.length > 0)).toBe(true)
    }),
  )
})

test('response quality is the same with the sensitive scales answered, and without them', () => {
  fc.assert(
    fc.property(marked, accepted, answers, (definition, agreed, responses) => {
      const leftOut = scalesWithout(definition, agreed)
      const timings = Object.fromEntries(Object.keys(responses).map((id, at) => [id, 500 * at]))
      const validity = (context: object) =>
        scoreAttempt(definition, responses, { timings, ...context }).validity
      expect(validity({ leftOut })).toEqual(validity({}))
    }),
  )
})

test('the other scales score as with the answers to the whole form, and those without consent not at all', () => {
  fc.assert(
    fc.property(marked, accepted, answers, (definition, agreed, responses) => {
      const leftOut = scalesWithout(definition, agreed)
      const whole = scoreAttempt(definition, responses)
      const part = scoreAttempt(definition, responses, { leftOut })
      for (const [i, score] of part.scales.entries())
        if (leftOut.includes(score.key))
          expect(score).toMatchObject({ raw: null, T: null, band: null, presented: 0, answered: 0 })
        else expect(score).toEqual(whole.scales[i])
      // An answer that came all the same changes nothing.
      const out = itemsLeftOut(definition, leftOut)
      const asked = Object.fromEntries(Object.entries(responses).filter(([id]) => !out.has(id)))
      expect({ ...part, ignored: [] }).toEqual({
        ...scoreAttempt(definition, asked, { leftOut }),
        ignored: [],
      })
    }),
  )
})

test('what needs a scale without consent is not scored, and a category is scored from the others', () => {
  const definition = markedAs(['kurallara_uyum_istegi', 'whole'])
  const all = Object.fromEntries(['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7', 'q8'].map((id) => [id, '4']))
  const leftOut = scalesWithout(definition, ['for-whole'])
  expect(leftOut).toEqual(['kurallara_uyum_istegi', 'whole'])
  const scores = scoreAttempt(definition, all, { leftOut })
  const order = scores.scales.find(({ key }) => key === 'order')
  expect(scores.composites).toMatchObject([{ key: 'sum', T: null, band: null }])
  expect(scores.categories[0]).toMatchObject({ T: order?.T, scored: 1 })
  expect(scores.totals).toMatchObject({ answered: 4, notPresented: 5 })
})

test('a section of nothing but such items is not there', () => {
  const [last] = everything.sections.toReversed()
  const only = everything.scales.find(({ key }) => key === 'kurallara_uyum_istegi')
  if (!last || !only) throw new Error('the fixture has changed')
  const items = everything.sections.flatMap((section) => section.items)
  const own = new Set(itemsOfItsOwn(everything, only))
  const apart: Definition = {
    ...markedAs([only.key]),
    sections: [
      ...everything.sections.map((section) => ({
        ...section,
        items: section.items.filter(({ id }) => !own.has(id)),
      })),
      { ...last, id: 'apart', items: items.filter(({ id }) => own.has(id)) },
    ],
  }
  const texts = (locale: 'tr' | 'en') => ({
    ...everything.texts[locale],
    sections: {
      ...everything.texts[locale].sections,
      apart: { title: 'Apart', instructions: 'Apart.' },
    },
  })
  const worded = { ...apart, texts: { tr: texts('tr'), en: texts('en') } }
  const idsOf = (leftOut: string[]) => buildForm(worded, 'en', '', leftOut).sections.map(({ id }) => id)
  expect(idsOf([])).toContain('apart')
  expect(idsOf([only.key])).not.toContain('apart')
})

test('a version without consents leaves its sensitive scales out, with all notices accepted too', () => {
  const old: Definition = {
    ...everything,
    notices: everything.notices.filter(({ scales }) => scales === undefined),
  }
  expect(sensitiveScales(old)).toEqual(['kurallara_uyum_istegi', 'whole'])
  expect(scalesWithout(old, ['information', 'rules'])).toEqual(['kurallara_uyum_istegi', 'whole'])
  expect(scalesWithout(everything, ['rules'])).toEqual([])
  expect(scalesWithout(loadFixture('checklist'), [])).toEqual([])
})

test.each([
  [
    'a sensitive scale without a consent',
    ['notices', 1, 'scales'],
    ['whole'],
    'scales[3]: scale kurallara_uyum_istegi is sensitive, so an explicit consent must be for it',
  ],
  ['an information notice for a scale', ['notices', 1, 'kind'], 'information', 'informs only'],
  ['a consent for an open scale', ['notices', 1, 'scales', 0], 'order', 'order is no sensitive scale'],
  [
    'an item that another scale needs',
    ['scales', 3, 'items', 0],
    'q1',
    'scales[3]: scale kurallara_uyum_istegi: item q1 is of another scale too',
  ],
  ['consent to a part of a timed section', ['sections', 1, 'timeLimitSeconds'], 60, 'all of them or none'],
])('a definition is refused with %s', (_, path, value, problem) => {
  expect(problems(spoiled('everything', path, value)).join('\n')).toContain(problem)
})

test('a consent without its words in both languages is refused', () => {
  expect(problems(spoiled('everything', ['texts', 'tr', 'notices', 'rules'], undefined))).toEqual([
    'texts.tr.notices.rules: missing translation',
  ])
})

test('a test of nothing but sensitive scales is sensitive as a whole', () => {
  const json = spoiled('smallest', ['scales', 0, 'sensitive'], true)
  expect(problems(json).join('\n')).toContain('without the sensitive scales nothing is left')
})
