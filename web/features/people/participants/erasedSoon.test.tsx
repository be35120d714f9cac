// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, it, vi } from 'vitest'
import type { Assignment } from '#contract/assignments.ts'
import type { Person } from '#contract/people.ts'
import { exampleAssignment } from '#test/support/assignment.ts'
import erasure from '../../../../locales/en/erasure.json' with { type: 'json' }
import { draw, startWords } from '../../../ui/testRender.tsx'
import { LastEventCell } from '../../assignments/cells.tsx'
import { usePeopleColumns } from './usePeopleColumns.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Joined({ keptUntil }: Pick<Person, 'keptUntil'>) {
  const columns = usePeopleColumns('Europe/Istanbul', { scores: [], profile: '' })
  const person = { joinedAt: '2026-01-05T09:00:00Z', keptUntil } as Person
  return columns.find(({ key }) => key === 'joined')?.cell(person)
}

it('counts down in the list of people to their erasure from sixty days on, by the calendar of their organisation', async () => {
  await startWords()
  i18next.addResourceBundle('en', 'erasure', erasure)
  // Already the 2nd of November in Istanbul.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T22:00:00Z') })
  const said = async (keptUntil: string | null) => {
    await draw(<Joined keptUntil={keptUntil} />)
    screen.getByText('5 Jan 2026')
    const words = screen.queryByText(/^Will be erased/)?.parentElement?.textContent
    cleanup()
    return words
  }
  expect(await said('2027-01-01')).toBe('Will be erased in 60 days (1 Jan 2027)')
  expect(await said('2027-01-02')).toBeUndefined()
  expect(await said(null)).toBeUndefined()
  expect(await said('2026-11-03')).toBe('Will be erased tomorrow (3 Nov 2026)')
  expect(await said('2026-11-02')).toBe('Will be erased tonight (2 Nov 2026)')
  // Its night was missed.
  expect(await said('2026-10-31')).toBe('Will be erased tonight (31 Oct 2026)')
})

it('counts down in the list of tests, also of one that nobody has begun, and for sensitive scales apart', async () => {
  await startWords()
  i18next.addResourceBundle('en', 'erasure', erasure)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T22:00:00Z') })
  const said = async (one: Partial<Assignment>) => {
    await draw(<LastEventCell assignment={{ ...exampleAssignment, ...one }} timeZone="Europe/Istanbul" />)
    const words = screen.queryAllByText(/erased/i).map((line) => line.parentElement?.textContent)
    cleanup()
    return words
  }
  expect(await said({ keptUntil: '2026-11-14', scalesKeptUntil: '2026-11-03' })).toEqual([
    'Sensitive scales will be erased tomorrow (3 Nov 2026)',
    'Will be erased in 12 days (14 Nov 2026)',
  ])
  const both = { keptUntil: '2026-11-14', scalesKeptUntil: '2026-11-14' }
  expect(await said(both)).toEqual(['Will be erased in 12 days (14 Nov 2026)'])
  expect(await said({ erased: true })).toEqual(['–Erased'])
})
