// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import { AssignmentTable } from './AssignmentRows.tsx'
import type { ListedAssignment } from './list.ts'

afterEach(cleanup)

const completed = (dueDate: string | null): ListedAssignment => ({
  id: 'one',
  client: { name: 'Anadolu', phone: '' },
  description: '',
  status: 'completed',
  locale: 'tr',
  inventory: { code: 'ENGLISH', name: 'English', description: '' },
  minutes: 45,
  itemCount: 75,
  createdAt: '2026-11-20T09:00:00Z',
  timeZone: 'Europe/Istanbul',
  startedAt: '2026-11-20T09:00:00Z',
  completedAt: '2026-11-21T09:00:00Z',
  deadline: null,
  answered: 75,
  receipt: 'TRZ-1',
  reportVisible: false,
  dueDate,
  testDay: null,
  opening: null,
  accommodations: noAccommodations,
})

it('shows under “Due date” the due date alone, and when a test was completed beside that it was', () => {
  const cells = () => screen.getAllByRole('cell').map(({ textContent }) => textContent)
  render(<AssignmentTable list={[completed(null)]} serverTime="2026-11-22T09:00:00Z" />)
  expect(cells()[2]).toMatch(/^player:state\.completed.*2026/)
  expect(cells()[3]).toBe('')
  cleanup()
  render(<AssignmentTable list={[completed('2026-11-30')]} serverTime="2026-11-22T09:00:00Z" />)
  expect(cells()[3]).toMatch(/30/)
})
