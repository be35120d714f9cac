// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, it } from 'vitest'
import { exampleUser } from '#test/support/client.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import words from '../../../../locales/en/second-factor.json' with { type: 'json' }
import { clearSession, storeSession } from '../../../app/auth.ts'
import { useLocaleSettings } from '../../../app/localeSettings.ts'
import { draw, startWords } from '../../../ui/testRender.tsx'
import SecondFactorCard from './SecondFactorCard.tsx'

serveCalls(() =>
  Response.json({
    enabled: true,
    since: '2026-11-12T22:30:00Z',
    recoveryCodesLeft: 8,
    required: false,
    offered: false,
  }),
)
afterEach(() => {
  cleanup()
  clearSession()
})

it('tells since when it is on in the time zone that somebody chose for their screens', async () => {
  await startWords()
  i18next.addResourceBundle('en', 'second-factor', words)
  useLocaleSettings.setState({ currentLang: 'en' })
  storeSession('secret', { ...exampleUser, timeZone: 'Pacific/Auckland' }, false)
  await draw(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <SecondFactorCard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText(/On since 13 Nov 2026\./)
})
