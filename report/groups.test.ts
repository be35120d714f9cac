import { expect, test } from 'vitest'
import type { GroupReport } from '#contract/group-reports.ts'
import { groupView } from './groups.ts'
import { shares } from './spread.ts'

const mean = (people: number, value: number, reliable: 'higher' | 'lower' | null = null) => ({
  people,
  mean: value,
  error: 1,
  reliable,
})
const report: GroupReport = {
  client: 'Anadolu',
  locale: 'en',
  timeZone: 'UTC',
  inventory: { id: '01a200a6-5687-7193-ab55-3286dfbe573a', code: 'MYT', name: 'MYT' },
  from: '2026-10',
  to: '2026-12',
  versions: [{ version: 2, people: 20 }],
  version: 2,
  people: 20,
  funnel: {
    invited: 40,
    opened: null,
    begun: null,
    finished: 20,
    lost: [{ after: 'invited', waiting: 12, expired: null, refused: 0, cancelled: 0 }],
  },
  time: { lower: 600, median: 1830, upper: 2400 },
  keys: [
    {
      key: 'a',
      name: 'Planning',
      short: 'Planning',
      unit: 'T',
      min: 20,
      max: 80,
      step: 1,
      main: true,
      bands: [
        { id: 'low', name: 'Low', tone: 'below' },
        { id: 'high', name: 'High', tone: 'above' },
      ],
    },
  ],
  scores: [
    {
      key: 'a',
      people: 20,
      mean: 51.25,
      sd: 9,
      error: 2,
      sem: 4,
      bands: [
        { id: 'low', people: 15 },
        { id: 'high', people: null },
      ],
    },
  ],
  quality: { high: 20, medium: 0, low: 0, unknown: 0, flags: [{ flag: 'away', people: null }] },
  byGroup: [
    { name: 'A', people: 12, scores: { a: mean(12, 55, 'higher') } },
    { name: '', people: null, scores: {} },
  ],
  otherGroups: 0,
  byMonth: [
    { month: '2026-09', people: 0, scores: {} },
    { month: '2026-10', people: 20, scores: { a: mean(20, 51.25) } },
    { month: '2026-11', people: 8, scores: { a: mean(8, 56, 'higher') } },
    { month: '2026-12', people: 0, scores: {} },
  ],
}
const words = {
  locale: 'en',
  t: (key: string, variables: Record<string, string | number> = {}) =>
    [key, ...Object.values(variables)].join(' '),
} as const
const part = (key: string, of = report) => groupView(of, words).parts.find((one) => one.key === key)
const rows = (key: string, of = report) => part(key, of)?.sections.flatMap((section) => section.rows) ?? []

test('a figure that is not shown says so, and draws nothing', () => {
  const [, opened, , , lost] = rows('funnel')
  expect(opened).toMatchObject({ value: '–', detail: 'group:hidden', picture: null })
  expect(lost?.detail).toBe(
    'group:outcome.waiting: group:people 12 12 · group:outcome.expired: group:hiddenShort',
  )
  expect(rows('quality').at(-1)).toMatchObject({ value: '–', detail: 'group:hidden', picture: null })
  expect(rows('groups').at(-1)).toMatchObject({ name: 'group:noGroup', value: '–', detail: 'group:hidden' })
  expect(groupView(report, words).notes).toEqual(['group:missing'])
})

test('bands and their picture leave out what is not known', () => {
  const [row] = rows('scores')
  expect(row).toMatchObject({
    value: 'report:tScore 51.3',
    bands: { text: 'Low: 15 · High: group:hiddenShort' },
  })
  const filled = row?.bands?.picture?.drawing.shapes.filter(({ role }) => role.startsWith('band-'))
  expect(filled).toEqual([expect.objectContaining({ role: 'band-1', x: 0, width: 75 })])
})

test('a band that is shown has its own place, also above one that is not', () => {
  const filled = (parts: (number | null)[], whole: number) =>
    shares(parts, whole).shapes.flatMap((shape) =>
      shape.kind === 'rect' && shape.role.startsWith('band-') ? [[shape.x, shape.width]] : [],
    )
  expect(filled([null, 15], 20)).toEqual([[25, 75]])
  expect(filled([5, null, 10, null], 20)).toEqual([
    [0, 25],
    [37.5, 50],
  ])
  expect(filled([null, null], 20)).toEqual([])
})

test('a change and a difference are named where they are reliable alone', () => {
  expect(part('months')?.notes).toEqual(['group:months.note'])
  expect(rows('groups')[0]?.mark).toBe('group:groups.higher')
  // Months begin with the first in which anybody was there.
  expect(rows('months').map(({ key, value, mark }) => [key, value, mark])).toEqual([
    ['2026-10', 'group:mean 51.3 1.0', null],
    ['2026-11', 'group:mean 56.0 1.0', 'group:month.higher'],
    ['2026-12', '–', null],
  ])
  const [, first] = report.byMonth
  const calm = [first, first].flatMap((month) => month ?? [])
  expect(part('months', { ...report, byMonth: calm })?.notes[0]).toBe('group:months.none')
})

test('a score that too few people have is missing, even where every count is there', () => {
  const [funnel, quality] = [
    { ...report.funnel, opened: 30, begun: 25, lost: [] },
    { ...report.quality, flags: [] },
  ]
  const scores = report.scores.map((one) => ({ ...one, bands: [] }))
  const whole: GroupReport = { ...report, funnel, quality, scores, byGroup: [] }
  expect(groupView(whole, words).notes).toEqual([])
  expect(groupView({ ...whole, scores: [] }, words).notes).toEqual(['group:missing'])
})

test('of too few people there is only the way from invitation to result', () => {
  const few: GroupReport = { ...report, people: null, time: null, scores: [], byGroup: [], byMonth: [] }
  expect(groupView(few, words).parts.map(({ key }) => key)).toEqual(['funnel'])
})
