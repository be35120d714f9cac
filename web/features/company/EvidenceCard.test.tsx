// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { evidencePdf } from '#contract/evidence.ts'
import { exampleClient } from '#test/support/client.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { anonymous, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { queryClient } from '../../app/queryClient.ts'
import { draw } from '../../ui/testRender.tsx'
import { EvidenceCard } from './EvidenceCard.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const arrived = serveCalls(({ entry }) =>
  entry === evidencePdf
    ? new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
    : Response.json({ ...exampleClient, id }),
)

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['company', 'retention'])
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }))
})
// Its calendar is closing: what it would still draw has no window any more.
afterEach(cleanup)

it('downloads the evidence of the days that were chosen, and of no period that ends before it begins', async () => {
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  await draw(
    <QueryClientProvider client={queryClient}>
      <EvidenceCard clientId={id} />
    </QueryClientProvider>,
  )
  const [from, to] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')]
  const type = (field: HTMLElement, text: string) => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.blur(field)
  }
  type(from, '05.03.2026')
  type(to, '01.02.2026')
  await screen.findByText('The last day can’t be before the first day.')
  const pdf = screen.getByRole<HTMLButtonElement>('button', { name: 'Download PDF with JSON' })
  expect(pdf.disabled).toBe(true)
  type(to, '31.03.2026')
  await waitFor(() => expect(pdf.disabled).toBe(false))
  fireEvent.click(pdf)
  await waitFor(() => expect(arrived.map(({ name }) => name)).toContain('evidencePdf'))
  const { query } = arrived.find(({ name }) => name === 'evidencePdf') ?? {}
  expect([query?.get('from'), query?.get('to')]).toEqual(['2026-03-05', '2026-03-31'])
})
