// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { serveCalls } from '#test/support/serve-calls.ts'
import { loadTexts, setLanguage, startTranslations } from '../../../app/i18n.ts'
import { queryClient } from '../../../app/queryClient.ts'
import { draw } from '../../../ui/testRender.tsx'
import { ChangeProvider, NewProvider } from './ProviderForms.tsx'

const id = '01890000-0000-7000-8000-000000000001'
const callbackUrl = 'https://terazi.example.com/sso/callback'
const provider = {
  id,
  issuer: 'https://idp.example.com',
  clientId: 'terazi',
  only: false,
  domains: [{ domain: 'example.com', record: { name: 'n', value: 'v' }, confirmedAt: null }],
  callbackUrl,
  createdAt: '2026-11-30T09:00:00.000Z',
}
const arrived = serveCalls(() => Response.json(provider))
const nothing = () => undefined

beforeAll(async () => {
  await startTranslations()
  await setLanguage('en')
  await loadTexts(['single-sign-on', 'ui'])
})
afterEach(() => {
  cleanup()
  queryClient.clear()
})

it('shows the redirect address before there is a secret to enter', async () => {
  await draw(
    <QueryClientProvider client={queryClient}>
      <NewProvider clientId={id} callbackUrl={callbackUrl} onDone={nothing} />
    </QueryClientProvider>,
  )
  await screen.findByText(callbackUrl)
  screen.getByRole('button', { name: 'Show' })
})

it('keeps the secret until the issuer is another one, and says so in both cases', async () => {
  await draw(
    <QueryClientProvider client={queryClient}>
      <ChangeProvider clientId={id} provider={provider} onDone={nothing} />
    </QueryClientProvider>,
  )
  const keeps = 'Leave it empty to keep the present one.'
  screen.getByText(keeps)
  fireEvent.change(screen.getByLabelText('Issuer'), { target: { value: 'https://other.example.com' } })
  expect(screen.queryByText(keeps)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await screen.findByText('Enter the client secret')
  expect(arrived).toEqual([])
})
