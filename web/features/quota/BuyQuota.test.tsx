// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it } from 'vitest'
import dashboard from '../../../locales/en/dashboard.json' with { type: 'json' }
import { anonymous, clearSession, storeSession } from '../../app/auth.ts'
import { selectClient } from '../../app/clientSelection.ts'
import { draw, startWords } from '../../ui/testRender.tsx'
import { AskForQuota, BuyQuota } from './BuyQuota.tsx'

const id = '01900000-0000-7000-8000-000000000001'

beforeEach(async () => {
  await startWords()
  i18next.addResourceBundle('en', 'dashboard', dashboard)
})
afterEach(() => {
  cleanup()
  clearSession()
})

const linkFor = async (authority: 'manager' | 'admin') => {
  storeSession('secret', { ...anonymous, id: 'u1', authority: [authority] }, false)
  selectClient({ value: id, label: 'Örnek & Co' })
  await draw(
    <MemoryRouter>
      <BuyQuota />
    </MemoryRouter>,
  )
  const link = screen.getByRole('link')
  return [link.textContent, link.getAttribute('href')]
}

it('leads a manager to where quota is bought', async () => {
  expect(await linkFor('manager')).toEqual(['Buy quota', '/manager/quota-purchase'])
})

it('asks for quota by the contact form, with the name of the organisation', async () => {
  selectClient({ value: id, label: 'Örnek & Co' })
  await draw(<AskForQuota />)
  const { pathname, search, hash } = new URL(
    screen.getByRole('link').getAttribute('href') ?? '',
    'https://terazi.test',
  )
  expect([pathname, search]).toEqual(['/contact', ''])
  expect(new URLSearchParams(hash.slice(1)).get('organisation')).toBe('Örnek & Co')
})

it('leads an operator to where quota is added', async () => {
  expect(await linkFor('admin')).toEqual(['Add quota', `/admin/clients/${id}/quota`])
})
