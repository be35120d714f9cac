// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { draw, startWords } from '../testRender.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { DayChart } from './DayChart.tsx'

beforeAll(async () => {
  await startWords()
})
afterEach(cleanup)

const series = [
  { title: 'Assigned', tone: 'bar' },
  { title: 'Completed', tone: 'main' },
] as const

const days = [
  { day: '2026-11-21', counts: [4, 2] },
  { day: '2026-11-22', counts: [0, 1200] },
]

it('tells the sums of the series, beside the drawing and as its name', async () => {
  await draw(
    <>
      <ChartLegend series={series} days={days} />
      <DayChart caption="Last 30 days" series={series} days={days} />
    </>,
  )
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Assigned 4',
    'Completed 1,202',
  ])
  screen.getByRole('img', { name: 'Last 30 days: Assigned 4, Completed 1,202' })
})

it('tells the figures of each day in a table, too', async () => {
  await draw(<DayChart caption="Last 30 days" series={series} days={days} />)
  const rows = within(screen.getByRole('table', { name: 'Last 30 days' })).getAllByRole('row')
  const cells = rows.slice(1).map((row) => within(row).getAllByRole('cell'))
  expect(cells.map((row) => row.map(({ textContent }) => textContent))).toEqual([
    ['4', '2'],
    ['0', '1,200'],
  ])
})

it('the axis has room for its longest figure', async () => {
  await draw(<DayChart caption="x" series={series} days={[{ day: '2026-11-01', counts: [10_000, 3] }]} />)
  const figure = screen.getAllByText('10,000').find(({ tagName }) => tagName === 'text')
  // Its letters end there, and take 7 each.
  expect(Number(figure?.getAttribute('x'))).toBeGreaterThanOrEqual('10,000'.length * 7)
})
