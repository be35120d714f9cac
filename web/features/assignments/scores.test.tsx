// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ListedKey, ScoredRow } from '#contract/scores.ts'
import assignments from '../../../locales/en/assignments.json' with { type: 'json' }
import { draw, startWords } from '../../ui/testRender.tsx'
import { ScoresNote, useScoreColumns, useScoreFilters } from './scores.tsx'

beforeEach(async () => {
  await startWords()
  i18next.addResourceBundle('en', 'assignments', assignments)
})
afterEach(cleanup)

const band = { id: 'high', name: 'High', tone: 'above' } as const
const keyOf = (key: string, main: boolean): ListedKey => ({
  key,
  name: key,
  short: key,
  unit: 'T',
  min: 20,
  max: 80,
  step: 1,
  main,
  bands: [band],
})
const keys = [keyOf('all', true), keyOf('part', false)]
type Row = ScoredRow & { id: string }
const row = (id: string, value: number, places?: [number, number]) =>
  ({
    id,
    scores: {
      all: { value, unit: 'T', se: 3, band },
      part: { value: 41.6, unit: 'T', se: null, band: null },
    },
    ...(places && { bracket: { from: places[0], to: places[1], of: 40 } }),
  }) as unknown as Row

function Columns({ ordering, rows }: { ordering: string; rows: Row[] }) {
  const columns = useScoreColumns<Row>(keys, ordering)
  return (
    <table>
      <thead>
        <tr>
          {columns.map(({ key, header }) => (
            <th key={key}>{header}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.id}>
            {columns.map(({ key, cell }) => (
              <td key={key}>{cell(one)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
const headers = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)

it('shows the main scores of a test, and further ones only while the list is sorted by them', async () => {
  await draw(<Columns ordering="-createdAt" rows={[row('a', 57.4), { id: 'b' } as Row]} />)
  expect(headers()).toEqual(['all'])
  expect(cells()).toEqual(['T 57High', '–'])
  cleanup()
  await draw(<Columns ordering="score:part" rows={[row('a', 57.4, [2, 2])]} />)
  expect(headers()).toEqual(['Place', 'all', 'part'])
  expect(cells()).toEqual(['2 of 40', 'T 57High', 'T 42'])
})

it('shows a range of places, and says where there is none', async () => {
  await draw(<Columns ordering="-score:all" rows={[row('a', 70, [1, 5])]} />)
  expect(cells()[0]).toBe('1–5 of 40')
  cleanup()
  await draw(<Columns ordering="-score:all" rows={[{ ...row('a', 70), bracket: null }]} />)
  expect(cells()[0]).toBe('error unknown')
})

it('says how many at the top differ reliably, or do not', async () => {
  const note = (results: ScoredRow[], ordering: string, page = 1) =>
    draw(<ScoresNote data={{ results }} params={{ ordering, page, search: '', filters: {} }} />)
  await note([row('a', 70, [1, 5])], '-score:all')
  screen.getByText(/^No reliable difference between the first 5 people\. A place is a range/)
  cleanup()
  await note([row('a', 20, [38, 40])], 'score:all')
  screen.getByText(/^No reliable difference between the last 3 people\./)
  cleanup()
  await note([row('a', 70)], '-createdAt')
  expect(screen.queryByRole('note')).toBeNull()
  cleanup()
  await note([row('k', 50, [20, 34])], '-score:all', 2)
  expect(screen.queryByRole('note')).toBeNull()
})

it('says that places are among the people of the filter, and nothing of a filter that leaves out nobody', async () => {
  const noteOf = async (params: { search?: string; filters?: Record<string, string> }) => {
    cleanup()
    const asked = { ordering: '-score:all', page: 2, search: '', filters: {}, ...params }
    await draw(<ScoresNote data={{ results: [row('a', 70, [1, 5])] }} params={asked} />)
    return screen.queryByRole('note')?.textContent ?? null
  }
  const said = 'Places are among the people this search or filter shows.'
  expect(await noteOf({ filters: { group: 'Office' } })).toBe(said)
  expect(await noteOf({ search: 'ay' })).toBe(said)
  expect(await noteOf({ filters: { inventory: 'x', status: 'completed', group: '' } })).toBeNull()
})

it('says that versions are sorted apart, and that a test has no listed scores', async () => {
  const params = { ordering: '-score:all', page: 1, search: '', filters: {} }
  await draw(<ScoresNote data={{ results: [], keys, versions: 2 }} params={params} />)
  screen.getByText('Each version of the test is sorted separately, the most used first.')
  cleanup()
  await draw(<ScoresNote data={{ results: [], keys: [], versions: 0 }} params={params} />)
  screen.getByText('This test has no scores that lists show.')
  cleanup()
  await draw(<ScoresNote data={{ results: [], keys, versions: 1 }} params={params} />)
  expect(screen.queryByRole('note')).toBeNull()
})

it('shows a score of another version in its own unit, without a bar', async () => {
  const scores = { all: { value: 34, unit: 'points' as const, se: 3, band } }
  await draw(<Columns ordering="-createdAt" rows={[{ id: 'a', scores, otherVersion: true }]} />)
  expect(cells()).toEqual(['34Highother version'])
  expect(document.querySelector('[class*=track]')).toBeNull()
})

it('filters by one score at a time, by its bands and its range together', async () => {
  const setFilters = vi.fn()
  const params = (filters: object) => ({
    filters: { score: '', band: '', score_from: '', score_to: '', ...filters },
    setFilters,
  })
  let filters: ReturnType<typeof useScoreFilters> = []
  function Filters({ set }: { set: object }) {
    filters = useScoreFilters([keyOf('all', true), keyOf('other', true)], params(set))
    return null
  }
  await draw(<Filters set={{ score: 'all', band: 'high', score_from: '50' }} />)
  const [bands, range, , otherRange] = filters
  expect(bands).toMatchObject({ label: 'all: band', chosen: ['high'] })
  expect(range).toMatchObject({ range: { from: '50', to: '' } })
  expect(otherRange).toMatchObject({ range: { from: '', to: '' } })
  if (bands?.kind !== 'some' || range?.kind !== 'range' || otherRange?.kind !== 'range') throw new Error()
  bands.onChange([])
  expect(setFilters).toHaveBeenLastCalledWith({ band: '', score: 'all' })
  range.onChange({ from: '', to: '' })
  expect(setFilters).toHaveBeenLastCalledWith({ score: 'all', score_from: '', score_to: '' })
  otherRange.onChange({ from: '40', to: '' })
  expect(setFilters).toHaveBeenLastCalledWith({ score: 'other', score_from: '40', score_to: '', band: '' })
})
