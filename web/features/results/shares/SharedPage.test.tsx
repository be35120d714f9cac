// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Report } from '#contract/reports.ts'
import type { SharedReports } from '#contract/shares.ts'
import { profileReport } from '#test/report-fixtures.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import { loadTexts, setLanguage, speak, startTranslations } from '../../../app/i18n.ts'
import { useLocaleSettings } from '../../../app/localeSettings.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import SharedPage from './SharedPage.tsx'

let answer: () => Response
const arrived = serveCalls(() => answer())

beforeAll(async () => {
  await startTranslations()
  await setLanguage('tr')
  await speak('en')
  await loadTexts(['shared', 'report', 'ui'])
})
afterEach(cleanup)

const one = (report: Report | null): SharedReports['reports'][number] => ({
  assignmentId: '01890000-0000-7000-8000-000000000001',
  name: 'Ayşe Demir',
  test: 'Work Styles',
  completedAt: '2026-11-01T09:00:00.000Z',
  headline: null,
  summary: 'Stands out by planning.',
  report,
})
const shared = (reports: SharedReports['reports']): SharedReports => ({
  client: 'Anadolu Gıda A.Ş.',
  recipient: 'Tuncay "Usta" Uslu',
  show: 'summary',
  locale: 'en',
  timeZone: 'Europe/Istanbul',
  expiresAt: '2026-12-01T21:00:00.000Z',
  reports,
})

async function open(pin: string) {
  const router = createMemoryRouter([{ path: '/s/:token', Component: SharedPage }], {
    initialEntries: ['/s/secret-en'],
  })
  await draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByRole('textbox', { name: 'PIN' }), { target: { value: pin } })
  fireEvent.click(screen.getByRole('button', { name: 'Show reports' }))
}

it('asks for six digits, and sends them without spaces in the language of the link', async () => {
  await open('12 34')
  await screen.findByText('Enter the six digits of the PIN')
  expect(arrived).toEqual([])
  cleanup()
  answer = () => problem('share_refused')
  await open('123 456')
  await waitFor(() => expect(arrived).toHaveLength(1))
  expect(arrived.map(({ name, body }) => [name, body])).toEqual([
    ['openShare', { token: 'secret-en', pin: '123456' }],
  ])
  // The reader's own choice of a language stays as it is.
  expect([document.documentElement.lang, useLocaleSettings.getState().currentLang]).toEqual(['en', 'tr'])
})

it('shows the result in a line, and prints the recipient’s name', async () => {
  answer = () => Response.json(shared([one(null)]))
  await open('123456')
  await screen.findByText('Stands out by planning.')
  screen.getByText(/^Anadolu Gıda A\.Ş\. shares these reports with Tuncay "Usta" Uslu, until/)
  const styles = [...document.querySelectorAll('style')].map((style) => style.textContent).join('')
  expect(styles).toContain('content: "For Tuncay \\"Usta\\" Uslu only"')
  expect(screen.queryByRole('navigation')).toBeNull()
})

it('lists several reports above them', async () => {
  const report = profileReport('en')
  const second = { ...one(report), assignmentId: '01890000-0000-7000-8000-000000000002' }
  answer = () => Response.json(shared([one(report), second]))
  await open('123456')
  await screen.findByRole('navigation', { name: 'Reports' })
  const links = screen.getAllByRole('link', { name: 'Ayşe Demir: Work Styles' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['#report-1', '#report-2'])
  expect(screen.getAllByRole('heading', { level: 2, name: 'Ayşe Demir' })).toHaveLength(2)
})
