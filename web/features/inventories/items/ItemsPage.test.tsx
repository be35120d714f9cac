// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type AnalysisView, analyseVersion, analysisCsv, getAnalysis } from '#contract/analyses.ts'
import { plantedView } from '#test/analysis-fixtures.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, storeSession } from '../../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import { ItemsOf } from './ItemsPage.tsx'

const none: AnalysisView = { state: 'none', problem: null, takenAt: null, analysis: null, history: [] }
/** The analysis that the server has. */
let view = none

const arrived = serveCalls(({ entry }) => {
  if (entry === getAnalysis) return Response.json(view)
  if (entry === analyseVersion) {
    view = { ...none, state: 'waiting' }
    return Response.json({ id: '01890000-0000-7000-8000-000000000001' }, { status: 202 })
  }
  return entry === analysisCsv
    ? new Response('item', { headers: { 'content-type': 'text/csv' } })
    : Response.json({ count: 0, next: null, previous: null, results: [] })
})
const sent = (name: string) => arrived.filter((call) => call.name === name)

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['analysis', 'inventories'])
})
beforeEach(() => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['admin'] }, false)
  view = none
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

const content = { code: 'ENGLISH', version: 1, name: 'ENGLISH', state: 'published' } as const

async function open(found: AnalysisView, search = '') {
  view = found
  const router = createMemoryRouter([{ path: '/items', element: <ItemsOf content={content} /> }], {
    initialEntries: [`/items${search}`],
  })
  await draw(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const refreshed = () => queryClient.invalidateQueries({ queryKey: ['inventories'] })

it('offers an analysis, says that it is under way, and shows it once it is there', async () => {
  await open(none)
  await screen.findByText('Not analysed yet')
  press('Analyse')
  await screen.findByText('The analysis is in the queue.')
  expect(sent('analyseVersion').at(-1)?.body).toEqual({})
  view = { ...none, state: 'running' }
  await refreshed()
  await screen.findByText('Analysing the answers.')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Analyse' }).disabled).toBe(true)
  view = plantedView()
  // It asks automatically while one is being made.
  await screen.findByText('How good is this test?', {}, { timeout: 5000 })
  screen.getByText(/^Made on 30 Nov 2026, 12:12 from the answers of 412 people\.$/)
})

it('says why an analysis failed and offers another', async () => {
  await open({ ...none, state: 'failed', problem: { code: 'internal_error', message: 'It took too long.' } })
  expect((await screen.findByRole('alert')).textContent).toMatch(/The analysis failed.*It took too long\./s)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Analyse' }).disabled).toBe(false)
})

it('shows nothing of fewer than thirty people', async () => {
  await open({ ...plantedView(), history: [], analysis: { filter: {}, few: true } })
  await screen.findByText(/^Nothing is shown below 30 people/)
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Download CSV' })).toBeNull()
})

it('offers no analysis of a sensitive test', async () => {
  const message = 'Answers of sensitive tests aren’t analysed.'
  await open({ ...none, problem: { code: 'sensitive_not_analysed', message } })
  await screen.findByText(message)
  expect(screen.queryByRole('button')).toBeNull()
})

it('shows the verdict, the questions with their sentences, and earlier analyses', async () => {
  await open(plantedView())
  await screen.findByText('10 of 12 questions need a look.')
  screen.getByText(/^Reliability is good\./)
  screen.getByText('People who know more choose “go”. Check the answer key.')
  expect(screen.getAllByText('Nothing conspicuous.')).toHaveLength(2)
  const rows = within(screen.getByRole('table', { name: /^Earlier analyses/ })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'DatePeopleConspicuous questionsReliability',
    '11 Nov 202624470.83 (0.79 to 0.86)',
    '2 Oct 202613040.80 (0.74 to 0.85)',
  ])
})

it('shows the evidence of a question on a press', async () => {
  await open(plantedView({ history: [] }))
  expect(screen.queryByRole('table')).toBeNull()
  const summary = (
    await screen.findByText('People who know more choose “go”. Check the answer key.')
  ).closest('details')
  if (summary === null) throw new Error('The sentence is in no fold.')
  summary.open = true
  const table = await screen.findByRole('table', { name: 'Answers' })
  within(table).getByRole('row', { name: /^goes ?Right answer 62% 91% 34%$/ })
  screen.getByRole('img', { name: /^People who do better on the rest do worse here\. From/ })
  screen.getByText('-0.22 (-0.31 to -0.13)')
})

it('shows only conspicuous questions on wish, and the address keeps it', async () => {
  const router = await open(plantedView())
  fireEvent.click(await screen.findByRole('radio', { name: 'Only conspicuous ones' }))
  await waitFor(() => expect(screen.queryByText('Nothing conspicuous.')).toBeNull())
  expect(router.state.location.search).toBe('?show=flagged')
})

it('asks for the people of the address and downloads the same', async () => {
  await open(plantedView(), '?locale=en&from=2026-01-01&to=wrong')
  await screen.findByText('How good is this test?')
  expect(sent('getAnalysis').at(-1)?.url).toMatch(/\?locale=en&from=2026-01-01$/)
  press('Analyse again')
  await waitFor(() =>
    expect(sent('analyseVersion').at(-1)?.body).toEqual({ locale: 'en', from: '2026-01-01' }),
  )
})

it('downloads the spreadsheet of what is shown', async () => {
  await open(plantedView(), '?locale=tr')
  await screen.findByText('How good is this test?')
  press('Download CSV')
  await waitFor(() => expect(sent('analysisCsv').at(-1)?.url).toMatch(/analysis\.csv\?locale=tr$/))
})
