// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { draw } from '../../../ui/testRender.tsx'
import { Counts } from './Counts.tsx'

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['dashboard'])
})
afterEach(cleanup)

it.each([
  [779, 1000, '78%'],
  [996, 1000, '99%'],
  [1000, 1000, '100%'],
  [0, 0, '0%'],
])('calls %i of %i completed tests %s', async (completed, assigned, share) => {
  const counts = { assigned, completed, pending: assigned - completed, started: 0, expired: 0, cancelled: 0 }
  await draw(
    <MemoryRouter>
      <Counts counts={counts} people={{ total: 0, candidates: 0, employees: 0 }} />
    </MemoryRouter>,
  )
  screen.getByText(share)
  expect(screen.queryByText('100%') === null).toBe(share !== '100%')
})
