// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, it, vi } from 'vitest'
import type { Person } from '#contract/people.ts'
import participants from '../../../locales/en/participants.json' with { type: 'json' }
import { draw, startWords } from '../../ui/testRender.tsx'
import { usePeopleColumns } from './usePeopleColumns.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Joined({ keptUntil }: Pick<Person, 'keptUntil'>) {
  const columns = usePeopleColumns('Europe/Istanbul', () => {})
  const person = { joinedAt: '2026-01-05T09:00:00Z', keptUntil } as Person
  return columns.find(({ key }) => key === 'joined')?.cell(person)
}

it('says in the list of people that somebody is erased within sixty days, by the calendar of their organisation', async () => {
  await startWords()
  i18next.addResourceBundle('en', 'participants', participants)
  // Already the 2nd of November in Istanbul.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-01T22:00:00Z') })
  const said = async (keptUntil: string | null) => {
    await draw(<Joined keptUntil={keptUntil} />)
    screen.getByText('5 Jan 2026')
    const words = screen.queryByText(/^Will be erased/)?.textContent
    cleanup()
    return words
  }
  expect(await said('2027-01-01')).toBe('Will be erased on 1 Jan 2027')
  expect(await said('2027-01-02')).toBeUndefined()
  expect(await said(null)).toBeUndefined()
})
