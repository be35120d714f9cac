import { describe, expect, test } from 'vitest'
import { presentedItems } from '#scoring/form/form.ts'
import { loadFixture } from '#test/fixtures/definitions/load.ts'
import type { Responses } from './outcomes.ts'
import { scoreAttempt } from './score.ts'
import { Scores } from './scores.ts'

const everything = loadFixture('everything')
const checklist = loadFixture('checklist')
const placement = loadFixture('placement')

const answers: Responses = {
  // 1 + 0 + 1 + 2·2/4 + 5/6 + 1 + 1 + 1 + 1/2 + 1, nu2 left blank
  s1: 'b',
  tf1: 'false',
  im1: 'a',
  mu1: ['a', 'b'],
  or1: ['z', 'y', 'w', 'x'],
  nu1: 0.2,
  ga1: { p1: 'IŞIK', p2: '1.250' },
  in1: { p1: 'y' },
  ma1: { s: 'y' },
  si1: 'c',
  // order: 5 + (6 − 2) + 4, q4 blank; second scale: 3, dk, 1, 6 − 5, 3
  q1: '5',
  q2: '2',
  q3: '4',
  q5: '3',
  q6: 'dk',
  q7: '1',
  q8: '5',
  q9: 'b',
  v1: '4',
  v2: '5',
  v3: '5',
  v4: '1',
  d1: 'a',
  d2: 'b',
  f1: { most: 'a', least: 'b' },
  f2: { most: 'a', least: 'b' },
}
const scale = (scores: Scores, key: string) => scores.scales.find((each) => each.key === key)

describe('one attempt with every kind of item', () => {
  const scores = scoreAttempt(everything, answers, { timings: { s1: 500, tf1: 1500, nu2: 10 } })

  test('counts what was done', () => {
    expect(scores.totals).toEqual({
      presented: 33,
      answered: 25,
      dontKnow: 1,
      omitted: 7,
      notReached: 0,
      timedOut: 0,
      notPresented: 0,
    })
    expect(scores.sections.map(({ id, presented, omitted }) => [id, presented, omitted])).toEqual([
      ['ability', 11, 1],
      ['attitude', 14, 2],
      ['choices', 2, 0],
      ['draw', 6, 4],
    ])
    expect(scores.ignored).toEqual([])
  })

  test('a gap is right in any language of its key: an attempt may have gone on in another one', () => {
    const points = (p1: string, definition = everything) =>
      scoreAttempt(definition, { ga1: { p1, p2: '' } }).scales.find(({ key }) => key === 'skill')?.raw
    expect(['IŞIK', 'Lamp', 'LIGHT', 'lampe'].map((typed) => points(typed))).toEqual([0.5, 0.5, 0.5, 0])
    expect(points('ışık', { ...everything, itemLocale: 'en' })).toBe(0)
  })

  test('ability: points, a blank is 0', () => {
    expect(scale(scores, 'skill')).toMatchObject({
      min: 0,
      max: 12,
      missing: 1,
      band: 'high',
      T: null,
      norm: null,
    })
    expect(scale(scores, 'skill')?.raw).toBeCloseTo(25 / 3, 12)
    expect(scale(scores, 'skill')?.percentage).toBeCloseTo(2500 / 36, 12)
    expect(scale(scores, 'drawn')).toMatchObject({ raw: 1, max: 6, omitted: 4 })
  })

  test('Likert sum with one missing: 13/3 of 4, then the norm', () => {
    const order = scale(scores, 'order')
    expect(order).toMatchObject({
      min: 4,
      max: 20,
      missing: 1,
      prorated: true,
      band: 'high',
      sensitive: false,
    })
    expect(order?.raw).toBeCloseTo(52 / 3, 12)
    expect(order?.z).toBeCloseTo(25 / 9, 12)
    expect(order?.T).toBeCloseTo(50 + 250 / 9, 12)
    expect(order).toMatchObject({ percentile: 100, sten: 10, stanine: 9, norm: 'att' })
    expect(order?.sem).toBeCloseTo(1.2, 12)
    expect(order?.semT).toBeCloseTo(4, 12)
    expect(order?.trueScore).toBeCloseTo(16, 12)
    expect(order?.see).toBeCloseTo(1.0998181667894, 12)
  })

  test('Likert mean with a "don’t know" and a weighted situation', () => {
    expect(scale(scores, 'kurallara_uyum_istegi')).toMatchObject({
      raw: 2,
      percentage: 25,
      missing: 1,
      dontKnow: 1,
      z: -2,
      T: 30,
      sten: 2,
      percentile: null,
      stanine: null,
      sem: null,
      band: 'low',
      sensitive: true,
    })
  })

  test('a scale over other scales reverses what they reverse', () => {
    expect(scale(scores, 'whole')).toMatchObject({ raw: 3, missing: 2, presented: 9 })
  })

  test('forced choices: most minus least', () => {
    expect(scale(scores, 'people')).toMatchObject({ raw: 2, min: -2, max: 2, percentage: 100 })
    expect(scale(scores, 'things')).toMatchObject({ raw: -2, percentage: 0 })
  })

  test('composite and categories', () => {
    expect(scores.composites).toMatchObject([{ key: 'sum', band: 'mid' }])
    expect(scores.composites[0]?.T).toBeCloseTo((2 * (50 + 250 / 9) - 30) / 3, 12)
    expect(scores.categories).toMatchObject([
      { key: 'planlama_ve_uyum', scored: 2, of: 2 },
      { key: 'puanlar', T: null, scored: 1, of: 1, band: null },
    ])
    expect(scores.categories[0]?.T).toBeCloseTo((80 + 250 / 9) / 2, 12)
  })

  test('a category needs the number of scored scales it asks for, and no more', () => {
    const { q1: _, q2: __, ...fewer } = answers
    const one = scoreAttempt(everything, fewer)
    expect(scale(one, 'order')).toMatchObject({ raw: null, missing: 3 })
    expect(one.categories[0]).toMatchObject({ T: 30, scored: 1, of: 2 })
    expect(one.composites[0]).toMatchObject({ T: null, band: null })
  })

  test('confidence, with the outcome of every rule', () => {
    expect(scores.validity.rules.map(({ id, value, outcome }) => [id, value, outcome])).toEqual([
      ['run', 2, 'high'],
      ['fast', 0.5, 'low'],
      ['rare', 1, 'medium'],
      ['told', 0, 'high'],
      ['fine', 5, 'medium'],
      // This rule leaves out the items of the sensitive scale.
      ['pairs', 1, 'high'],
      ['blank', 7 / 28, 'medium'],
    ])
    expect(scores.validity.confidence).toBe('low')
  })

  test('survives the database', () => {
    expect(Scores.parse(JSON.parse(JSON.stringify(scores)))).toEqual(scores)
  })
})

describe('nothing answered', () => {
  const scores = scoreAttempt(everything, {})
  test('ability is 0, everything else is not scored', () => {
    expect(scale(scores, 'skill')).toMatchObject({ raw: 0, percentage: 0, band: 'low' })
    for (const key of ['order', 'kurallara_uyum_istegi', 'whole', 'people']) {
      expect(scale(scores, key)).toMatchObject({ raw: null, percentage: null, z: null, T: null, band: null })
    }
    expect(scores.composites).toEqual([{ key: 'sum', T: null, band: null }])
    expect(scores.categories[0]).toMatchObject({ T: null, scored: 0 })
  })
  test('confidence is judged by what there is: the blanks', () => {
    expect(scores.validity.rules.map(({ outcome }) => outcome)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
      'low',
    ])
  })
})

describe('kinds of blank', () => {
  const status = (scores: Scores, section: string) => {
    const found = scores.sections.find(({ id }) => id === section)
    return found && [found.answered, found.omitted, found.timedOut, found.notReached]
  }
  test('after the last answer of a section whose time ran out: timed out', () => {
    const scores = scoreAttempt(placement, { l1: 'a', l3: 'b', h1: 'a' }, { endedByTime: ['low'] })
    expect(status(scores, 'low')).toEqual([2, 1, 2, 0])
    expect(status(scores, 'high')).toEqual([1, 4, 0, 0])
  })
  test('after the last answer of an attempt never submitted: not reached', () => {
    const scores = scoreAttempt(placement, { l1: 'a', l3: 'b' }, { unfinished: true })
    expect(status(scores, 'low')).toEqual([2, 1, 0, 2])
    expect(status(scores, 'high')).toEqual([0, 0, 0, 5])
  })
  test('known never to have been shown: not reached, even with later answers', () => {
    const scores = scoreAttempt(placement, { l3: 'b' }, { blanks: { l2: 'notReached', l3: 'notReached' } })
    expect(status(scores, 'low')).toEqual([1, 3, 0, 1])
  })
  test('the order shown decides what comes after', () => {
    const presented = ['l5', 'l4', 'l3', 'l2', 'l1']
    const scores = scoreAttempt(placement, { l3: 'b' }, { presented, endedByTime: ['low'] })
    expect(status(scores, 'low')).toEqual([1, 2, 2, 0])
    expect(scores.totals.notPresented).toBe(5)
  })
  test('what was not presented counts neither as right nor as possible', () => {
    const presented = presentedItems(everything, 'seed')
    const scores = scoreAttempt(
      everything,
      { d1: 'a', d2: 'a', d3: 'a', d4: 'a', d5: 'a', d6: 'a' },
      { presented },
    )
    expect(scale(scores, 'drawn')).toMatchObject({ raw: 3, max: 3, presented: 3, notPresented: 3 })
    expect(scores.ignored).toHaveLength(3)
  })
})

describe('checklist', () => {
  test('dimensions by the answered items, global indices by their own limit', () => {
    const scores = scoreAttempt(checklist, {
      c1: '4',
      c2: '3',
      c3: '2',
      c6: '1',
      c7: '0',
      c8: '2',
      c9: '0',
      c10: '0',
    })
    expect(scores.scales).toMatchObject([
      { key: 'SOM', raw: 3, missing: 2, band: 'high', sensitive: true },
      { key: 'OC', raw: 1, missing: 0, band: 'mid' },
    ])
    expect(scores.checklist).toEqual({
      gsi: 12 / 8,
      pst: 5,
      psdi: 12 / 5,
      sum: 12,
      answered: 8,
      missing: 2,
      items: 10,
      band: 'mid',
    })
  })
  test('three of ten missing: no global index, the dimension that has enough is scored', () => {
    const scores = scoreAttempt(checklist, { c1: '4', c2: '3', c6: '1', c7: '0', c8: '2', c9: '0', c10: '0' })
    expect(scores.scales.map(({ raw }) => raw)).toEqual([null, 1])
    expect(scores.checklist).toMatchObject({
      gsi: null,
      pst: null,
      psdi: null,
      sum: null,
      band: null,
      missing: 3,
    })
  })
})

test('placement runs over the whole attempt', () => {
  const all = Object.fromEntries(presentedItems(placement, '').map((id) => [id, 'a']))
  expect(scoreAttempt(placement, all).placement).toMatchObject({
    total: 10,
    level: 'C1 plus',
    caps: [],
    borderline: null,
  })
  expect(scoreAttempt(placement, { ...all, l1: 'b', l2: 'b', l3: 'b' }).placement).toMatchObject({
    level: 'A1',
    levelByTotal: 'A2',
    borderline: { cut: 8 },
  })
  expect(scoreAttempt(placement, {}).placement).toMatchObject({ total: 0, level: 'A1', percentage: 0 })
})

test('unusable responses are named and count as blank', () => {
  const scores = scoreAttempt(checklist, {
    c1: '9',
    constructor: '1',
    c2: { toString: 'x' },
    zz: '1',
    c3: '2',
  })
  expect(scores.ignored).toEqual(['c1', 'c2', 'constructor', 'zz'])
  expect(scores.totals).toMatchObject({ answered: 1, omitted: 9 })
})

test('the input is left as it was', () => {
  const before = JSON.stringify([everything, answers])
  scoreAttempt(everything, answers)
  expect(JSON.stringify([everything, answers])).toBe(before)
})
