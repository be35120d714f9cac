// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { leftOutReason } from '#contract/eft.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { draw } from '../../../ui/testRender.tsx'
import type { Imported } from './ImportStatement.tsx'
import { ImportSummary } from './ImportSummary.tsx'

beforeAll(async () => {
  await startTranslations()
  await loadTexts(['orders'])
})
beforeEach(() => setLanguage('en'))
afterEach(cleanup)

const none: Imported = {
  matched: 0,
  proposed: 0,
  ignored: 0,
  alreadyKnown: 0,
  skipped: 0,
  leftOut: {
    no_day: 0,
    reversal: 0,
    outgoing: 0,
    unclear_direction: 0,
    currency: 0,
    not_booked: 0,
    no_amount: 0,
  },
}
const summary = async (imported: Partial<Imported>) => {
  await draw(<ImportSummary imported={{ ...none, ...imported }} />)
  return screen.queryAllByRole('listitem').map((item) => item.textContent)
}

it('says plainly that nothing was imported, and why', async () => {
  const items = await summary({ leftOut: { ...none.leftOut, currency: 12, not_booked: 1 } })
  screen.getByText('No new transfers were imported')
  expect(items).toEqual(['Not in Turkish lira: 12', 'Not booked yet: 1'])
})

it('says what was left out also where something is kept', async () => {
  const items = await summary({
    matched: 1,
    proposed: 2,
    ignored: 1,
    alreadyKnown: 3,
    skipped: 2,
    leftOut: { ...none.leftOut, outgoing: 1234 },
  })
  screen.getByText('4 transfers imported')
  screen.getByText('Matched: 1, likely: 2, unmatched: 1.')
  expect(items).toEqual(['Imported before: 3', 'Rows that can’t be read: 2', 'Outgoing: 1,234'])
})

it('says nothing of what was left out where all was kept', async () => {
  expect(await summary({ matched: 1 })).toEqual([])
  screen.getByText('1 transfer imported')
  expect(screen.queryByText('Left out:')).toBeNull()
})

it('says that a statement is empty', async () => {
  expect(await summary({})).toEqual([])
  screen.getByText('No new transfers were imported')
  screen.getByText('The statement has no entries.')
})

it('has words for every reason in Turkish', async () => {
  await setLanguage('tr')
  const items = await summary({
    leftOut: { ...none.leftOut, ...Object.fromEntries(leftOutReason.options.map((one) => [one, 1])) },
  })
  screen.getByText('Yeni havale/EFT alınmadı')
  expect(items).toHaveLength(leftOutReason.options.length)
  for (const item of items) expect(item).toMatch(/^[^.]+: 1$/)
})
