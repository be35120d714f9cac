// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Assignment } from '#contract/assignments.ts'
import assignments from '../../../locales/en/assignments.json' with { type: 'json' }
import { draw, startWords } from '../../ui/testRender.tsx'
import { RowMenu } from './actions/RowMenu.tsx'
import { useAssignmentActions } from './actions/useAssignmentActions.ts'
import { LastEventCell } from './cells.tsx'

beforeEach(async () => {
  await startWords()
  i18next.addResourceBundle('en', 'assignments', assignments)
})
afterEach(cleanup)

const assignment = {
  id: 'a1',
  client: { id: 'c1', name: 'Örnek' },
  user: { id: 'u1', name: 'Ayşe Demir', email: 'ayse@x.test', phone: '', staffNumber: '', group: '' },
  status: 'pending',
  dueDate: null,
  startedAt: null,
  opensAt: null,
  testDay: null,
  completedAt: null,
  keptUntil: null,
  scalesKeptUntil: null,
  erased: false,
  remindedAt: new Date().toISOString(),
} as unknown as Assignment
const zone = 'Europe/Istanbul'

it('the last event of a test that nobody has begun is the reminder', async () => {
  await draw(<LastEventCell assignment={assignment} timeZone={zone} />)
  screen.getByText(/^Reminded today /)
  cleanup()
  await draw(<LastEventCell assignment={{ ...assignment, remindedAt: null }} timeZone={zone} />)
  screen.getByText('–')
})

it('the menu says that a reminder has gone out where it offered one', async () => {
  const Menu = ({ one }: { one: Assignment }) => (
    <RowMenu assignment={one} actions={useAssignmentActions()} timeZone={zone} />
  )
  const open = async (one: Assignment) => {
    await draw(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Menu one={one} />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Ayşe Demir: actions' }))
  }
  await open({ ...assignment, remindedAt: null })
  await screen.findByRole('menuitem', { name: 'Send reminder' })
  cleanup()
  // A reminder isn't offered where it can do nothing. Soon after the invitation its button says so.
  const testDay = { id: 'd1', place: 'Kapı', day: '2026-12-01' }
  const soon = new Date(Date.now() + 60_000).toISOString()
  for (const one of [{ testDay }, { opensAt: soon }, { user: { ...assignment.user, email: '' } }]) {
    await open({ ...assignment, remindedAt: null, ...one })
    await screen.findByRole('menuitem', { name: 'Cancel assignment' })
    expect(screen.queryByRole('menuitem', { name: 'Send reminder' })).toBeNull()
    cleanup()
  }
  await open({ ...assignment, remindedAt: null, createdAt: new Date(Date.now() - 330_000).toISOString() })
  await screen.findByText('Invited 5 minutes ago')
  cleanup()
  await open(assignment)
  const said = await screen.findByRole('menuitem', { name: /^Reminded today / })
  expect(said.hasAttribute('disabled') || said.hasAttribute('data-disabled')).toBe(true)
})
