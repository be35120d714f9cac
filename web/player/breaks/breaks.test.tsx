// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { endBreak } from '#contract/breaks.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { Form } from '#contract/participant.ts'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import { memoryStore } from '#test/support/memory-store.ts'
import { noAnswer, problem, serveCalls } from '#test/support/serve-calls.ts'
import { exampleProofKey } from '#test/support/tablet.ts'
import turkish from '../../../locales/tr/player-break.json' with { type: 'json' }
import { type LiveAttempt, liveAttempt } from '../attempt/live.ts'
import type { Head } from '../attempt/saving/store.ts'
import { Player } from '../taking/Player.tsx'

const item = (id: string) => ({ id, type: 'single' as const, prompt: id, options: [{ id: 'a', label: 'A' }] })
const section = (id: string, items: string[], more: Partial<Form['sections'][number]> = {}) => ({
  id,
  title: id,
  instructions: '',
  navigation: 'free' as const,
  items: items.map(item),
  ...more,
})
const form: Form = {
  inventory: { code: 'TEST', name: 'Test' },
  locale: 'tr',
  sections: [section('calm', ['q1', 'q2']), section('fast', ['f1', 'f2'], { timeLimitSeconds: 180 })],
}
const assignmentId = '01900000-0000-7000-8000-000000000001'
const minute = 60_000
const iso = (ms: number) => new Date(ms).toISOString()
const start = Date.parse('2026-11-20T10:00:00.000Z')
const deadline = iso(start + 40 * minute)

type Answer = AnswerOf<typeof endBreak>
const clockOf = (left: number, until: string | null): Answer => ({
  clock: {
    deadline,
    sections: [],
    practice: null,
    timePercent: 100,
    pausedAt: until && iso(start),
    breaks: { left, minutes: 10, until },
  },
  serverTime: iso(start),
})
let answers: Partial<Record<string, Answer | 'nothing' | 'paused'>>
const arrived = serveCalls(({ name }) => {
  const answer = answers[name]
  if (answer === 'paused') return problem('test_paused')
  return answer === undefined || answer === 'nothing' ? noAnswer() : Response.json(answer)
})
const asked = (name: string) => arrived.filter((call) => call.name === name)

let live: LiveAttempt
async function take(place: string, head: Partial<Head> = {}) {
  const attempt = {
    head: {
      ...begunAttempt.head,
      assignmentId,
      form,
      deadline,
      startedAt: iso(start),
      sections: [],
      breaks: { left: 2, minutes: 10, until: null },
      ...head,
    },
    progress: { ...begunAttempt.progress, place },
  }
  live = liveAttempt(memoryStore(), attempt)
  live.clock.sync(iso(start))
  render(<Player live={live} onLanguage={async () => undefined} />)
  // The code of breaks comes later.
  await act(() => vi.dynamicImportSettled())
}
const button = (name: RegExp) => screen.queryByRole('button', { name })
const open = () => button(/^Mola ver/)
async function begin() {
  fireEvent.click(open() ?? document.body)
  fireEvent.click(button(new RegExp(turkish.ask.take)) ?? document.body)
}
const question = (name: string) => screen.queryByRole('heading', { name })

beforeEach(() => {
  answers = { takeBreak: clockOf(1, iso(start + 10 * minute)), endBreak: clockOf(1, null) }
  const watcher = class {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', watcher)
  vi.stubGlobal('IntersectionObserver', watcher)
  const nothing = () => undefined
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: nothing,
    removeEventListener: nothing,
  }))
  Element.prototype.scrollTo = nothing
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = nothing
})
afterEach(() => {
  cleanup()
  live.close()
})

it('begins behind the question on the screen, hides all of them, and ends by a press at the next one', async () => {
  await take('item:q1')
  expect(open()?.textContent).toBe('2')
  await begin()
  // Before the server has answered, too.
  expect(question('q2')).toBeNull()
  await screen.findByText(turkish.timeStopped)
  expect(screen.getByRole('timer').textContent).toBe('10:00')
  expect(document.body.textContent).toContain('1 molanız daha var.')
  expect(document.activeElement?.textContent).toBe(turkish.title)
  expect(question('q1') ?? question('q2')).toBeNull()
  fireEvent.click(button(new RegExp(turkish.continue)) ?? document.body)
  await waitFor(() => expect(question('q2')).not.toBeNull())
  expect(asked('takeBreak')).toHaveLength(1)
  expect(asked('endBreak')).toHaveLength(1)
})

it('ends by the clock, also without a connection, where its earlier end needs one', async () => {
  await take('item:q2', {
    pausedAt: iso(start),
    breaks: { left: 0, minutes: 10, until: iso(start + minute) },
  })
  expect(question('q2')).toBeNull()
  screen.getByText(turkish.noneLeft)
  answers.endBreak = 'nothing'
  fireEvent.click(button(new RegExp(turkish.continue)) ?? document.body)
  await screen.findByText(turkish.endOffline)
  act(() => live.clock.sync(iso(start + minute + 1000)))
  await waitFor(() => expect(question('q2')).not.toBeNull(), { timeout: 3000 })
  expect(open()).toBeNull()
})

it('says why there is none: no connection, or a manager’s pause; the test goes on', async () => {
  answers.takeBreak = 'nothing'
  await take('item:q1')
  await begin()
  await screen.findByText(turkish.refused.offline)
  fireEvent.click(button(new RegExp(turkish.refused.goOn)) ?? document.body)
  expect(question('q2')).not.toBeNull()
  answers.takeBreak = 'paused'
  await begin()
  await screen.findByText('No.')
})

it('of a test that began without a connection cannot be started, and says so', async () => {
  await take('item:q1', {
    offline: {
      id: 'o',
      token: 't',
      accepted: [],
      limitSeconds: null,
      proofKey: await exampleProofKey(),
      practised: [],
    },
  })
  fireEvent.click(open() ?? document.body)
  expect(screen.getByText(turkish.ask.offline)).toBeDefined()
  expect(button(new RegExp(turkish.ask.take))).toBeNull()
})

it('is not offered within a section that has a time of its own, nor to those who may take none', async () => {
  const running = { id: 'fast', startedAt: iso(start), deadline: iso(start + 3 * minute) }
  await take('item:f1', { sections: [running], breaks: { left: 2, minutes: 10, until: null } })
  expect(question('f1')).not.toBeNull()
  expect(open()).toBeNull()
  cleanup()
  live.close()
  await take('opening:fast', { breaks: { left: 2, minutes: 10, until: null } })
  expect(open()).not.toBeNull()
  cleanup()
  live.close()
  await take('review', { breaks: { left: 2, minutes: 10, until: null } })
  expect(open()).not.toBeNull()
})

it('of a test without a limit says nothing of time', async () => {
  await take('item:q1', { deadline: null })
  fireEvent.click(open() ?? document.body)
  expect(screen.queryByText(turkish.ask.time)).toBeNull()
  fireEvent.click(button(new RegExp(turkish.ask.later)) ?? document.body)
  const { clock } = clockOf(1, iso(start + 10 * minute))
  answers.takeBreak = { clock: { ...clock, deadline: null }, serverTime: iso(start) }
  await begin()
  await screen.findByText(turkish.goesOn)
  expect(screen.queryByText(turkish.timeStopped)).toBeNull()
})

it('shows the organisation’s logo without a link out of the test', async () => {
  const logo = { url: '/logos/abc/', width: 200, height: 60 }
  const brand = { logo, color: '#0a7d55', textColor: '#ffffff', intro: '', thanks: '' }
  await take('item:q1', { client: { name: 'Anadolu', phone: '', brand } })
  await begin()
  const shown = await screen.findByRole('img', { name: 'Anadolu' })
  expect([shown.getAttribute('src'), shown.closest('a')]).toEqual(['/logos/abc/', null])
})
