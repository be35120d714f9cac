// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { exampleUser } from '#test/support/client.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { storeSession } from '../device/slices.ts'
import { AssignmentPage } from '../pages/AssignmentPage.tsx'
import { noteTaking, takeEarly } from './early.ts'

const id = '0198e0c0-0000-7000-8000-000000000001'
const assignment = {
  id,
  client: { name: 'Anadolu', phone: '' },
  description: '',
  status: 'pending',
  locale: 'tr',
  inventory: { code: 'MYT', name: 'MYT', description: '' },
  minutes: 55,
  itemCount: 173,
  createdAt: '2026-11-20T10:00:00Z',
  timeZone: 'Europe/Istanbul',
  startedAt: null,
  completedAt: null,
  deadline: null,
  answered: 0,
  receipt: null,
  reportVisible: false,
  dueDate: null,
  testDay: null,
  opening: null,
  serverTime: '2026-11-20T10:00:00Z',
  personName: 'Ayşe',
  accommodations: { timePercent: 100, textSize: 0, readAloud: true, breaks: 0, breakMinutes: 10 },
  notices: [],
  preTest: [],
  hasPractice: false,
  hasAutoNext: false,
  timed: true,
}
const arrived = serveCalls(() => Response.json(assignment))

/** Runs the script that the page runs before its code is there. */
async function loadPage(path = `/participant/assignments/${id}`) {
  window.history.replaceState(null, '', path)
  vi.resetModules()
  await import('./script.ts')
}

beforeEach(() => {
  document.documentElement.lang = 'tr'
  storeSession('ses_1', exampleUser)
})
afterEach(() => {
  cleanup()
  takeEarly()
  document.head.replaceChildren()
  delete document.documentElement.dataset.test
  sessionStorage.clear()
  localStorage.clear()
})

it('asks for the assignment at once, and the code that comes later does not ask again', async () => {
  await loadPage()
  await vi.waitFor(() => expect(arrived).toHaveLength(1))
  render(<AssignmentPage id={id} />)
  await screen.findByRole('button', { name: 'player:button.start' })
  expect(arrived.map(({ name, headers }) => [name, headers.get('authorization')])).toEqual([
    ['getOwnAssignment', 'Token ses_1'],
  ])
})

it('is of no use to another person, in another language, or later', async () => {
  await loadPage()
  storeSession('ses_2', exampleUser)
  render(<AssignmentPage id={id} />)
  await screen.findByRole('button', { name: 'player:button.start' })
  expect(arrived.map(({ headers }) => headers.get('authorization'))).toEqual(['Token ses_1', 'Token ses_2'])
  expect(takeEarly()).toBeUndefined()
  cleanup()
  document.documentElement.lang = 'en'
  await loadPage()
  render(<AssignmentPage id={id} />)
  await screen.findByRole('button', { name: 'player:button.start' })
  expect(arrived).toHaveLength(4)
})

it('loads the code of a test that this tab is in, and asks for nothing of it', async () => {
  document.documentElement.dataset.test = '/assets/test.js'
  noteTaking(id)
  await loadPage()
  expect(takeEarly()).toBeUndefined()
  const preloaded = () => [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
  expect(preloaded().map((link) => link.getAttribute('href'))).toEqual(['/assets/test.js'])
  await loadPage('/participant/assignments/0198e0c0-0000-7000-8000-000000000002')
  expect(takeEarly()?.id).toMatch(/2$/)
  expect(preloaded()).toHaveLength(1)
})

it('asks for nothing elsewhere, without a session, or on a tablet', async () => {
  await loadPage('/participant/assignments')
  expect(takeEarly()).toBeUndefined()
  localStorage.setItem('terazi.tablet', 'x')
  await loadPage()
  expect(takeEarly()).toBeUndefined()
  localStorage.clear()
  sessionStorage.clear()
  await loadPage()
  expect([takeEarly(), arrived.length]).toEqual([undefined, 0])
})
