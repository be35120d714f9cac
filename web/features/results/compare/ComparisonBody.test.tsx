// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import type { Comparison } from '#contract/compare.ts'
import accommodations from '../../../../locales/en/accommodations.json' with { type: 'json' }
import compare from '../../../../locales/en/compare.json' with { type: 'json' }
import report from '../../../../locales/en/report.json' with { type: 'json' }
import { draw, startWords } from '../../../ui/testRender.tsx'
import { ComparisonBody } from './ComparisonBody.tsx'

beforeEach(async () => {
  await startWords()
  for (const [name, words] of Object.entries({ accommodations, compare, report }))
    i18next.addResourceBundle('en', name, words)
})
afterEach(cleanup)

const result = (assignmentId: string, userId: string) => ({
  assignmentId,
  userId,
  completedAt: '2026-11-28T10:00:00.000Z',
  testLocale: 'en' as const,
  quality: 'high' as const,
  durationSeconds: 1500,
  limitSeconds: null,
  answered: 60,
  items: 60,
  openOnly: false,
  endedBy: 'person' as const,
  readAloudUsed: false,
  pausedSeconds: 0,
  breaks: 0,
  accommodations: noAccommodations,
})

const comparison: Comparison = {
  locale: 'en',
  timeZone: 'Europe/Istanbul',
  client: { name: 'Ege' },
  people: [
    { userId: 'ayla', name: 'Ayla Şen', group: '' },
    { userId: 'can', name: 'Can Öz', group: '' },
  ],
  tests: [
    {
      code: 'ENGLISH',
      name: 'English',
      version: 1,
      notice: '',
      results: [result('of Ayla', 'ayla'), result('of Can', 'can')],
      scores: [],
      changes: [],
    },
  ],
  leftOut: [
    { assignmentId: 'older', userId: 'can', name: 'Can Öz', test: 'English', reason: 'older_result' },
    { assignmentId: 'hidden', userId: 'eda', name: 'Eda Su', test: 'SCL90', reason: 'sensitive' },
  ],
}

const show = (onShow = vi.fn()) =>
  draw(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <ComparisonBody
          clientId="c"
          comparison={comparison}
          ids={['of Ayla', 'of Can', 'older', 'hidden']}
          radar={undefined}
          crumbs={null}
          onShow={onShow}
          onAdd={() => {}}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )

it('a person who is removed goes with the older result that is left out', async () => {
  const onShow = vi.fn()
  await show(onShow)
  fireEvent.click(screen.getByRole('button', { name: 'Remove Can Öz from the comparison' }))
  expect(onShow).toHaveBeenCalledWith(['of Ayla', 'hidden'], undefined)
})

it('print has the number of those that are left out, and no names', async () => {
  await show()
  expect(screen.getByText(/Eda Su, SCL90/).className).toContain('no-print')
  expect(screen.getByText('2 results are not compared.').className).not.toContain('no-print')
})
