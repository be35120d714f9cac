// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { nextSlips } from '#contract/slips.ts'
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { loadTexts, setLanguage, startTranslations } from '../../app/i18n.ts'
import { draw } from '../../ui/testRender.tsx'
import { SlipsDialog } from './SlipsDialog.tsx'

const sent: unknown[] = []
let answer: (response: Response) => void

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['person', 'common'])
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }))
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return new Promise<Response>((resolve) => {
      answer = resolve
    })
  })
})
afterEach(() => {
  cleanup()
  clearSession()
})

const file = (after?: string) =>
  new Response('%PDF', {
    headers: { 'content-type': 'application/pdf', ...(after && { [nextSlips]: after }) },
  })

function Page() {
  const [opened, setOpened] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        again
      </button>
      <SlipsDialog
        clientId="c1"
        chosen={{ membershipIds: ['m2'] }}
        count={900}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </>
  )
}

it('begins at the beginning when it was closed while a file was under way', async () => {
  const queries = new QueryClient()
  const settled = vi.spyOn(queries, 'invalidateQueries')
  storeSession('token', { ...anonymous, id: 'u1', authority: ['manager'] }, false)
  await draw(
    <QueryClientProvider client={queries}>
      <Page />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Download PDF' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  answer(file('01890000-0000-7000-8000-000000000001'))
  await waitFor(() => expect(settled).toHaveBeenCalled())

  fireEvent.click(screen.getByRole('button', { name: 'again', hidden: true }))
  fireEvent.click(await screen.findByRole('button', { name: 'Download PDF' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({ membershipIds: ['m2'] })
})
