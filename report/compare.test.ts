import { expect, test } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import type { ComparedScore, Comparison } from '#contract/compare.ts'
import { translate } from '#server/locales.ts'
import { compareView } from './compare.ts'

const result = (at: number, more: Partial<Comparison['tests'][number]['results'][number]> = {}) => ({
  assignmentId: `a${at}`,
  userId: `u${at}`,
  completedAt: '2026-11-28T10:00:00.000Z',
  testLocale: 'tr' as const,
  quality: 'high' as const,
  durationSeconds: 1500,
  limitSeconds: 1800,
  answered: 60,
  items: 60,
  openOnly: false,
  endedBy: 'person' as const,
  readAloudUsed: false,
  pausedSeconds: 0,
  breaks: 0,
  accommodations: noAccommodations,
  ...more,
})

function scored(key: string, values: readonly number[], more: Partial<ComparedScore> = {}): ComparedScore {
  return {
    key,
    name: `Scale ${key}`,
    short: key,
    unit: 'T',
    min: 20,
    max: 80,
    step: 1,
    main: false,
    kind: 'scale',
    category: 'Skills',
    scores: values.map((value, at) => ({ assignmentId: `a${at}`, value, se: 4, margin: 4.65, band: null })),
    verdict: 'none',
    higher: [],
    ...more,
  }
}

const comparison = (people: number, scores: ComparedScore[], more: Partial<Comparison> = {}): Comparison => ({
  locale: 'en',
  timeZone: 'Europe/Istanbul',
  client: { name: 'Ege' },
  people: Array.from({ length: people }, (_, at) => ({ userId: `u${at}`, name: `Person ${at}`, group: '' })),
  tests: [
    {
      code: 'MYT',
      name: 'Profile',
      version: 3,
      notice: '',
      results: Array.from({ length: people }, (_, at) => result(at)),
      scores,
      changes: [],
    },
  ],
  leftOut: [],
  ...more,
})
const words = { locale: 'en', t: (key, variables) => translate('en', key, variables) } satisfies Parameters<
  typeof compareView
>[1]

test('a note says what has reliably changed since a person’s earlier result', () => {
  const changed = (change: object) => {
    const { tests, ...rest } = comparison(2, [])
    const since = '2026-03-05T10:00:00.000Z'
    const changes = [{ userId: 'u1', assignmentId: 'a9', since, higher: [], lower: [], even: 0, ...change }]
    return compareView({ ...rest, tests: tests.map((one) => ({ ...one, changes })) }, words).notes
  }
  expect(changed({ higher: ['Scale x', 'Scale y'], lower: ['Scale z'], even: 4 })).toEqual([
    'Person 1, Profile, since 5 Mar 2026: Reliably higher: Scale x and Scale y. Reliably lower: Scale z.',
  ])
  expect(changed({ even: 4 })).toEqual(['Person 1, Profile, since 5 Mar 2026: No reliable change.'])
  expect(changed({})[0]).toContain('no change can be called reliable')
  expect(compareView(comparison(2, []), words).notes).toEqual([])
})

test('the summary and each row say in words where people differ reliably, by letters and without a rank', () => {
  const reliable = scored('x', [70, 69, 40], {
    verdict: 'reliable',
    higher: [
      { assignmentId: 'a0', than: ['a2'] },
      { assignmentId: 'a1', than: ['a2'] },
    ],
  })
  const [view] = compareView(comparison(3, [reliable, scored('y', [50, 51, 52])]), words).tests
  expect(view?.summary.map(({ text }) => text)).toEqual([
    'They differ reliably on 1 of 2 scores.',
    'Reliable differences: Scale x.',
    'On 1 score the test can’t tell them apart.',
  ])
  const rows = view?.groups.flatMap((group) => group.rows)
  expect(rows?.map(({ says }) => says)).toEqual([['A and B higher than C'], ['No reliable difference']])
  const roles = rows?.map(({ picture }) =>
    picture.drawing.shapes.flatMap(({ role }) =>
      role.startsWith('person') && !role.endsWith('label') ? role : [],
    ),
  )
  expect(roles).toEqual([
    ['person', 'person', 'person'],
    ['person-even', 'person-even', 'person-even'],
  ])
  expect(view?.conditions).toBeNull()
})

test('T scores of a test have one axis, which grows with outliers, and bars end inside it', () => {
  const [view] = compareView(comparison(2, [scored('x', [12, 50]), scored('y', [50, 50])]), words).tests
  const zones = view?.groups
    .flatMap(({ rows }) => rows)
    .map(({ picture }) => picture.drawing.shapes.find(({ role }) => role === 'zone'))
  // From 0 to 80: 45 to 55 lie at 135 to 165 of 240.
  expect(zones).toMatchObject([
    { x: 135, width: 30 },
    { x: 135, width: 30 },
  ])
})

test('a radar has two or three people: all of them, or those who were chosen', () => {
  const scores = ['x', 'y', 'z'].map((key) => scored(key, [50, 50, 50, 50]))
  const radarOf = (people: number, chosen?: string[]) =>
    compareView(comparison(people, scores), words, { radar: chosen }).tests[0]?.radar?.people.map(
      ({ letter }) => letter,
    )
  expect(radarOf(3)).toEqual(['A', 'B', 'C'])
  expect(radarOf(4)).toBeUndefined()
  expect(radarOf(4, ['u3', 'u1'])).toEqual(['B', 'D'])
  expect(radarOf(4, ['u0', 'u1', 'u2', 'u3'])).toEqual(['A', 'B', 'C'])
  expect(radarOf(4, ['u1'])).toBeUndefined()
})

test('conditions that differ are named, and so is why something is not compared', () => {
  const given = comparison(2, [scored('x', [50, 50])])
  const [test] = given.tests
  if (test === undefined) throw new Error('it has a test')
  const accommodations = { ...noAccommodations, timePercent: 150 as const }
  const results = [result(0), result(1, { readAloudUsed: true, accommodations, quality: 'low' })]
  const asked = (copy: boolean) =>
    compareView(
      {
        ...given,
        tests: [
          { ...test, results },
          { ...test, version: 2 },
          { ...test, code: 'AYT' },
        ],
        leftOut: [{ assignmentId: 'a9', userId: 'u9', name: 'Can', test: 'SCL90', reason: 'sensitive' }],
      },
      words,
      { copy },
    )
  const view = asked(false)
  expect(view.tests[0]?.conditions).toBe(
    'Not the same for everyone: Read-aloud, Accommodations, Response quality. Read the scores with that in mind.',
  )
  expect(view.notes).toEqual([
    expect.stringContaining('Each test is compared separately'),
    expect.stringContaining('Each version is compared separately'),
  ])
  const number = '1 result is not compared.'
  expect(view.leftOut).toEqual({
    named: ['Can, SCL90: left out. Sensitive tests are never compared.'],
    number,
  })
  // A copy names nobody whose result it doesn't show.
  expect(asked(true).leftOut).toEqual({ named: [], number })
})

test('a copy without adjusted times says so, and has neither limits nor the time that anybody used', () => {
  const given = comparison(2, [scored('x', [50, 50])])
  const hidden = { accommodations: null, durationSeconds: null, limitSeconds: null }
  const tests = given.tests.map((test) => ({ ...test, results: [result(0, hidden), result(1, hidden)] }))
  const view = compareView({ ...given, tests }, words, { copy: true })
  expect(view.notes).toEqual(['Your organisation’s setting keeps accommodations and times out of files.'])
  const shown = view.tests.flatMap(({ taken }) => taken.map(({ facts }) => facts.map(({ key }) => key)))
  const facts = ['quality', 'answered', 'readAloud', 'language', 'completed']
  expect(shown).toEqual([facts, facts])
})

test('where nothing is compared, the summary says why', () => {
  const summaryOf = (...verdicts: ComparedScore['verdict'][]) =>
    compareView(
      comparison(
        2,
        verdicts.map((verdict, at) => scored(String(at), [50, 50], { verdict })),
      ),
      words,
    ).tests[0]?.summary.map(({ text }) => text)
  expect(summaryOf('alone', 'unlike', 'unknown')).toEqual([expect.stringContaining('measurement error')])
  expect(summaryOf('alone', 'unlike')).toEqual([
    'The scores are made of different scales, so nothing is compared.',
  ])
  expect(summaryOf('alone')).toEqual(['No score here belongs to two people, so nothing is compared.'])
})

test('a test with sensitive scales says that its questions are counted without theirs', () => {
  const scores = [scored('a', [50, 52])]
  const [one] = comparison(2, scores).tests
  const tests =
    one === undefined ? [] : [{ ...one, results: [0, 1].map((at) => result(at, { openOnly: true })) }]
  const words = { locale: 'en' as const, t: (key: string) => translate('en', key) }
  const [facts] = compareView(comparison(2, scores, { tests }), words).tests.flatMap(({ taken }) => taken)
  const { label, value } = facts?.facts.find(({ key }) => key === 'answeredOpen') ?? {}
  expect([label, value]).toEqual(['Answered without sensitive scales', '60 / 60'])
})
