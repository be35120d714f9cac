// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Assignment } from '#contract/assignments.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import { LateAnswers } from './LateAnswers.tsx'

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['assignments'])
})
afterEach(cleanup)

it('gives the focus back to what opened it', async () => {
  const assignment = {
    id: 'a1',
    lateAnswers: 2,
    lateDecision: null,
    status: 'completed',
    client: { id: 'c1' },
    user: { name: 'Ayşe' },
  } as Assignment
  await draw(
    <QueryClientProvider client={queryClient}>
      <LateAnswers assignment={assignment} />
    </QueryClientProvider>,
  )
  const mark = screen.getByRole('button', { name: 'Ayşe: 2 late answers' })
  mark.focus()
  fireEvent.click(mark)
  const accept = await screen.findByRole('button', { name: 'Accept' })
  await waitFor(() => expect(document.activeElement).not.toBe(mark))
  fireEvent.keyDown(accept, { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(mark))
})
