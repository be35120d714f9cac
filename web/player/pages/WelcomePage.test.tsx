// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import turkish from '../../../locales/tr/player.json' with { type: 'json' }
import { keepWords } from '../words.ts'
import type { ListedAssignment } from './list.ts'
import { WelcomePage } from './WelcomePage.tsx'

beforeEach(() => keepWords('player', { tr: turkish, en: turkish }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const test = (id: string, change: Partial<ListedAssignment> = {}): ListedAssignment => ({
  id,
  client: { name: 'Anadolu Gıda', phone: '' },
  description: '',
  status: 'pending',
  locale: 'tr',
  inventory: { code: 'MYT', name: `Test ${id}`, description: '' },
  minutes: 45,
  itemCount: 72,
  createdAt: '2026-11-20T06:00:00Z',
  dueDate: null,
  testDay: null,
  opening: null,
  timeZone: 'Europe/Istanbul',
  startedAt: null,
  completedAt: null,
  deadline: null,
  answered: 0,
  receipt: null,
  reportVisible: false,
  accommodations: noAccommodations,
  ...change,
})
const serverTime = '2026-11-20T10:00:16Z'
const show = (...list: ListedAssignment[]) =>
  render(<WelcomePage name="Gülşah" list={list} serverTime={serverTime} />)
const text = () => document.body.textContent

it('says of a running test what time is left, and that it runs', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] })
  const running = { startedAt: '2026-11-20T10:00:00Z', deadline: '2026-11-20T10:45:00Z' }
  show(test('a', running), test('b'))
  expect(text()).toMatch(/44:44 kaldı.*Anadolu Gıda/s)
  expect(text()).toContain(turkish.welcome.running)
  expect(text()).not.toContain('Şimdi birini')
  act(() => void vi.advanceTimersByTime(2000))
  expect(text()).toContain('44:42 kaldı')
})

it('says before the start how long the tests take, and that no clock runs', () => {
  show(test('a'), test('b'))
  expect(text()).toContain(turkish.welcome.notYet)
  expect(text()).toMatch(/Test a.*45 dk.*Test b.*45 dk/s)
  expect(text()).not.toContain('90')
  expect(text()).not.toContain('kaldı')
})

it('says of several tests that one is taken now and the others until their day, and names the one it opens', () => {
  const dueDate = '2026-12-02'
  show(test('a', { dueDate }), test('b', { dueDate }))
  expect(text()).toContain('Şimdi birini yapın, diğerlerini 2 Aralık 2026 Çarşamba gününe kadar.')
  screen.getByRole('button', { name: 'Başlayalım: Test a' })
  cleanup()
  show(test('a', { dueDate }), test('b'))
  expect(text()).toContain('Şimdi birini yapın, diğerlerini sonra.')
  cleanup()
  show(test('a', { dueDate }))
  screen.getByRole('button', { name: 'Başlayalım' })
  expect(text()).not.toContain('Şimdi birini')
})

it('begins with the focus on its title, unless something has it', () => {
  show(test('a'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  cleanup()
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  show(test('a'))
  expect(document.activeElement).toBe(field)
  field.remove()
})
