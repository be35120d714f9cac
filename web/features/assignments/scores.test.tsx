// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ScoredAssignment } from '#contract/assignments.ts'
import type { ListedKey } from '#contract/scores.ts'
import assignments from '../../../locales/en/assignments.json' with { type: 'json' }
import { draw, startWords } from '../../ui/testRender.tsx'
import { PlacesNote, useScoreColumns, useScoreFilters } from './scores.tsx'
import type { ListParams } from './useAssignments.ts'

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
const row = (id: string, value: number, places?: [number, number]) =>
  ({
    id,
    scores: { all: { value, se: 3, band }, part: { value: 41.6, se: null, band: null } },
    ...(places && { bracket: { from: places[0], to: places[1], of: 40 } }),
  }) as unknown as ScoredAssignment

function Columns({ ordering, rows }: { ordering: string; rows: ScoredAssignment[] }) {
  const columns = useScoreColumns(keys, ordering)
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
  await draw(<Columns ordering="-createdAt" rows={[row('a', 57.4), { id: 'b' } as ScoredAssignment]} />)
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
  const params = (ordering: string, page = 1) => ({ ordering, page }) as unknown as ListParams
  await draw(<PlacesNote rows={[row('a', 70, [1, 5])]} params={params('-score:all')} />)
  screen.getByText(/^No reliable difference between the first 5 people\. A place is a range/)
  cleanup()
  await draw(<PlacesNote rows={[row('a', 20, [38, 40])]} params={params('score:all')} />)
  screen.getByText(/^No reliable difference between the last 3 people\./)
  cleanup()
  await draw(<PlacesNote rows={[row('a', 70)]} params={params('-createdAt')} />)
  expect(screen.queryByRole('note')).toBeNull()
  cleanup()
  await draw(<PlacesNote rows={[row('k', 50, [20, 34])]} params={params('-score:all', 2)} />)
  expect(screen.queryByRole('note')).toBeNull()
})

it('filters by one score at a time, by its bands and its range together', async () => {
  const setFilters = vi.fn()
  const params = (filters: object) => ({ filters, setFilters }) as unknown as ListParams
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
