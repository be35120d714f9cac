// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, expect, it } from 'vitest'
import person from '../../../../locales/en/person.json' with { type: 'json' }
import { draw, startWords } from '../../../ui/testRender.tsx'
import { PersonFacts } from './PersonFacts.tsx'
import type { PersonDetails } from './personDetails.ts'

afterEach(cleanup)

it('tells the days of a person in the zone of their organisation, wherever it is read', async () => {
  await startWords()
  i18next.addResourceBundle('en', 'person', person)
  const details = {
    email: '',
    phone: '',
    staffNumber: '',
    group: '',
    joinedAt: '2026-11-11T22:30:00Z',
    keptUntil: null,
    locale: 'en',
    // Midnight in Auckland.
    link: { expiresAt: '2026-11-20T11:00:00Z' },
  } as PersonDetails
  const days = async (timeZone: string) => {
    await draw(<PersonFacts person={details} timeZone={timeZone} />)
    const found = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    cleanup()
    return found.slice(-2)
  }
  expect(await days('Pacific/Auckland')).toEqual(['12 Nov 2026', expect.stringContaining('20 Nov 2026')])
  expect(await days('America/Los_Angeles')).toEqual(['11 Nov 2026', expect.stringContaining('20 Nov 2026')])
})
