// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import type { Form } from '#contract/participant.ts'
import { memoryStore } from '#test/support/memory-store.ts'
import { answered, type Started } from './model.ts'
import { readAttempt, writeProgress } from './saving/store.ts'
import { keepStarted } from './start.ts'

const item = (id: string) => ({ id, type: 'single' as const, prompt: id, options: [{ id: 'a', label: 'A' }] })
const form: Form = {
  inventory: { code: 'TEST', name: 'Test' },
  locale: 'tr',
  sections: [{ id: 's', title: 's', instructions: '', navigation: 'free', items: ['q1', 'q2'].map(item) }],
}
const started: Started = {
  testId: 't',
  attemptToken: 'token',
  rescueKey: '',
  epoch: 1,
  seq: 0,
  form,
  responses: {},
  sections: [],
  startedAt: '2026-11-20T10:00:00Z',
  deadline: null,
  serverTime: '2026-11-20T10:00:00Z',
  practice: null,
  pausedAt: null,
  accommodations: noAccommodations,
}
const assignment = {
  id: 'a',
  personName: 'Ayşe',
  client: { name: 'Anadolu', phone: '' },
  timeZone: 'Europe/Istanbul',
  inventory: { code: 'TEST', name: 'Test', description: '' },
  testDay: null,
}
const session = (id: string) => ({
  token: 'session',
  participant: true,
  operator: false,
  invitation: true,
  user: { id, name: id, company: 'Anadolu', emailVerified: true },
})
const at = '2026-11-20T10:00:30Z'

it('a start keeps the answers that only this device has, and sends them', async () => {
  const store = memoryStore()
  const { progress } = await keepStarted(store, assignment, session('ayse'), started)
  await writeProgress(store, 'a', answered(progress, 'q1', { value: 'a', at }))
  const again = { ...started, epoch: 2, responses: { q2: { value: 'a', epoch: 1, seq: 1 } }, seq: 1 }
  await keepStarted(store, assignment, session('ayse'), again)
  const kept = (await readAttempt(store, 'a'))?.progress
  expect(kept?.answers.q1).toMatchObject({ value: 'a', at, epoch: 2, state: 'unsent' })
  expect(kept?.answers.q2).toMatchObject({ value: 'a', state: 'stored' })
})

it('a start takes over nothing that another person left on the device', async () => {
  const store = memoryStore()
  const { progress } = await keepStarted(store, assignment, session('ayse'), started)
  await writeProgress(store, 'a', answered(progress, 'q1', { value: 'a', at }))
  await keepStarted(store, assignment, session('fatma'), started)
  expect((await readAttempt(store, 'a'))?.progress.answers).toEqual({})
})
