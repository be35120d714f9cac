// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { draw } from '../../ui/testRender.tsx'
import { Curve } from './Curve.tsx'

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['dashboard'])
})
afterEach(cleanup)

it('tells the figures of each day in a table, too', async () => {
  const series = [
    { day: '2026-11-21', assigned: 4, completed: 2 },
    { day: '2026-11-22', assigned: 0, completed: 1200 },
  ]
  await draw(<Curve series={series} label="Last 30 days" />)
  const rows = within(screen.getByRole('table', { name: 'Last 30 days' })).getAllByRole('row')
  const cells = rows.slice(1).map((row) => within(row).getAllByRole('cell'))
  expect(cells.map((row) => row.map(({ textContent }) => textContent))).toEqual([
    ['2', '4'],
    ['1,200', '0'],
  ])
})
