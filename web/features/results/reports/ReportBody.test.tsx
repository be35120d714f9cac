// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { report } from '#contract/reports.ts'
import { englishReport, profileReport, scl90Report } from '#test/report-fixtures.ts'
import { problem, serveCalls } from '#test/support/serve-calls.ts'
import assignments from '../../../../locales/tr/assignments.json' with { type: 'json' }
import texts from '../../../../locales/tr/report.json' with { type: 'json' }
import ui from '../../../../locales/tr/ui.json' with { type: 'json' }
import { anonymous, clearSession, storeSession } from '../../../app/auth.ts'
import { ReportBody } from './ReportBody.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'tr',
    resources: { tr: { assignments, report: texts, ui } },
    interpolation: { escapeValue: false },
  })
  // jsdom has no media queries; Mantine asks for the colour scheme.
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  Element.prototype.scrollIntoView = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(cleanup)
const arrived = serveCalls(() => problem('internal_error'))

function Address() {
  return <p data-testid="address">{useLocation().search}</p>
}

function show(report: Parameters<typeof ReportBody>[0]['report'], search = '') {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[`/manager/assignments/a/report${search}`]}>
          <ReportBody report={report} crumbs={null} />
          <Address />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const address = () => decodeURIComponent(screen.getByTestId('address').textContent ?? '')
const box = (name: string) => screen.getByRole('checkbox', { name })

it('draws a bar for each section and says each in words', () => {
  show(englishReport('tr'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Şükrü İğneci Çağdaş')
  const charts = screen.getAllByRole('img', { name: 'Temel İngilizce (A1): %90, grup ortalaması %81' })
  expect(charts).toHaveLength(2)
  expect(charts[0]?.querySelector('[data-role="fill"]')?.getAttribute('width')).toBe('90%')
})

it('takes a score off the page and into the address', () => {
  show(englishReport('tr'))
  fireEvent.click(box('Okuduğunu anlama'))
  expect(screen.queryAllByRole('img', { name: /Okuduğunu anlama/ })).toEqual([])
  expect(address()).toBe('?scores=total,grup_ortalamasi,a1,b1,c1')
  fireEvent.click(box('Okuduğunu anlama'))
  expect(address()).toBe('')
})

it('chooses a whole category at once', () => {
  show(profileReport('tr'))
  fireEvent.click(box('Öfke ılımlılığı'))
  const category = box('İletişim ve değerler')
  expect(category).toHaveProperty('indeterminate', true)
  fireEvent.click(category)
  expect(category).toHaveProperty('checked', true)
  expect(box('Öfke ılımlılığı')).toHaveProperty('checked', true)
  fireEvent.click(category)
  expect(box('Öfke ılımlılığı')).toHaveProperty('checked', false)
  expect(screen.queryByRole('heading', { name: 'İletişim ve değerler' })).toBeNull()
})

it('reads the choice from the address', () => {
  show(scl90Report('tr'), '?details=false&percentages=false&scores=SOM,unknown')
  expect(screen.getAllByRole('img')).toHaveLength(
    screen.getAllByRole('img', { name: /^Bedensel yakınmalar|olağan|dikkat/ }).length,
  )
  expect(screen.queryByText('2,17')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Ölçeklere göre ayrıntı' })).toBeNull()
  expect(screen.getByRole('switch', { name: 'Ayrıntılar' })).toHaveProperty('checked', false)
})

it('knows a score in the address by its old spelling, too', () => {
  const renamed = JSON.stringify(scl90Report('tr')).replaceAll('"SOM"', '"kurallara_uyum_istegi"')
  show(report.parse(JSON.parse(renamed)), '?scores=kuralara_uyum_istegi')
  expect(box('Bedensel yakınmalar')).toHaveProperty('checked', true)
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(1)
})

it('asks for a choice when nothing is selected, and makes no PDF of it', () => {
  show(englishReport('tr'), '?scores=')
  expect(screen.getByText(/Hiç puan seçilmedi/)).toBeTruthy()
  for (const button of screen.getAllByRole('button', { name: 'PDF indir' })) {
    expect(button).toHaveProperty('disabled', true)
  }
})

it('says one count of what is shown, over the report and on the button', () => {
  show(englishReport('tr'))
  expect(screen.getAllByRole('button', { name: 'PDF indir' })).toHaveLength(2)
  // The total is still ticked, and withheld: it would give the section away.
  fireEvent.click(box('Okuduğunu anlama'))
  expect(box('Toplam puan')).toHaveProperty('checked', true)
  expect(screen.getByText('4 / 6 seçili')).toBeTruthy()
  expect(screen.getByText(/Bu raporda 6 puandan 4 tanesi/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'PDF indir (4 / 6)' })).toBeTruthy()
  fireEvent.click(box('Okuduğunu anlama'))
  fireEvent.click(screen.getByRole('switch', { name: 'Yüzdeler' }))
  expect(screen.getByRole('button', { name: 'PDF indir (bir bölümü)' })).toBeTruthy()
})

it('asks for the PDF of just what is on the screen, and for its purpose once', async () => {
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  show(englishReport('tr'), '?details=false&scores=total,reading,unknown')
  const press = () => {
    const [button] = screen.getAllByRole('button', { name: 'PDF indir' })
    if (button) fireEvent.click(button)
  }
  press()
  const dialog = within(await screen.findByRole('dialog', { name: 'Bu dosya ne için?' }))
  fireEvent.click(dialog.getByLabelText('Amaç', { selector: 'input' }))
  // The file has a name in it.
  expect(screen.queryByRole('option', { name: 'İsimsiz iç raporlama', hidden: true })).toBeNull()
  fireEvent.click(screen.getByRole('option', { name: 'Eğitim ve gelişim', hidden: true }))
  fireEvent.click(dialog.getByRole('button', { name: 'Dosyayı indir' }))
  await waitFor(() => expect(arrived).toHaveLength(1))
  await screen.findByText('Amaç: Eğitim ve gelişim')
  press()
  await waitFor(() => expect(arrived).toHaveLength(2))
  for (const { query } of arrived)
    expect(Object.fromEntries(query)).toEqual({
      details: 'false',
      percentages: 'true',
      lang: 'tr',
      purpose: 'development',
      scores: 'total,reading',
    })
  clearSession()
})

it('asks what a copy of a sensitive report is for, and makes none without it', async () => {
  storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  const before = arrived.length
  show(scl90Report('tr'))
  const [button] = screen.getAllByRole('button', { name: 'PDF indir' })
  if (button) fireEvent.click(button)
  fireEvent.click(await screen.findByRole('button', { name: 'Vazgeç' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  if (button) fireEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Bu kopya ne için?' }))
  const take = dialog.getByRole('button', { name: 'PDF indir' })
  expect(take).toHaveProperty('disabled', true)
  fireEvent.click(dialog.getByLabelText('Amaç', { selector: 'input' }))
  fireEvent.click(screen.getByRole('option', { name: 'uzmana danışma', hidden: true }))
  fireEvent.click(take)
  await waitFor(() => expect(arrived).toHaveLength(before + 1))
  expect(arrived.at(-1)?.query.get('purpose')).toBe('specialist')
  clearSession()
})

it('speaks of no interview in a report of one’s own', () => {
  show({ ...englishReport('tr'), reader: 'participant' })
  expect(screen.getByText('Ölçek satırları ve yorumları')).toBeTruthy()
  expect(screen.queryByText(/görüşme soruları/)).toBeNull()
})

it('folds the interview questions behind their scale', () => {
  show(profileReport('tr'))
  const folds = document.querySelectorAll('details')
  expect(folds[0]?.open).toBe(false)
  expect(folds[0]?.querySelector('summary')?.textContent).toMatch(/^Görüşmede sorabilirsiniz \(\d\): /)
})

it('leads from the top to the choice below', () => {
  show(englishReport('tr'))
  fireEvent.click(screen.getByRole('button', { name: 'Raporda göster' }))
  expect(document.activeElement?.contains(box('Okuduğunu anlama'))).toBe(true)
})

it('puts the notice before everything else of a sensitive report', () => {
  show(scl90Report('tr'))
  const notice = screen.getByRole('alert')
  expect(within(notice).getByText(/tanı koymaz/)).toBeTruthy()
  expect(notice.compareDocumentPosition(screen.getByText('Süre'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
