// @vitest-environment jsdom
import { expect, it } from 'vitest'
import type { Form } from '#contract/participant.ts'
import { memoryStore } from '#test/support/memory-store.ts'
import { serveCalls } from '#test/support/serve-calls.ts'
import { liveAttempt } from './live.ts'
import { readAttempt, type StoredAttempt } from './saving/store.ts'

const answering = Promise.withResolvers<Response>()
const arrived = serveCalls(() => answering.promise)

const assignmentId = '01900000-0000-7000-8000-000000000001'
const form: Form = {
  inventory: { code: 'TEST', name: 'Test' },
  locale: 'tr',
  sections: [
    {
      id: 'race',
      title: 'race',
      instructions: '',
      navigation: 'linear',
      timeLimitSeconds: 180,
      items: [{ id: 'r1', type: 'single', prompt: 'r1', options: [{ id: 'a', label: 'A' }] }],
    },
  ],
}
const stored: StoredAttempt = {
  head: {
    shape: 1,
    userId: 'ayse',
    locked: false,
    assignmentId,
    testId: 't',
    attemptToken: 'token',
    form,
    person: 'Ayşe',
    client: { name: 'Anadolu', phone: '' },
    inventory: form.inventory,
    locale: 'tr',
    startedAt: '2026-11-20T10:00:00Z',
    deadline: null,
    sections: [],
    offsetMs: 0,
  },
  progress: { epoch: 1, seq: 0, answers: {}, place: 'opening:race', submitting: false, lost: [] },
}

it('a section begins with the tap, however long the line keeps its word to itself', async () => {
  const store = memoryStore()
  const live = liveAttempt(store, stored)
  await live.openSection('race', 180)
  const [begun] = live.get().head.sections
  expect(Date.parse(begun?.deadline ?? '') - Date.parse(begun?.startedAt ?? '')).toBe(180_000)
  expect((await readAttempt(store, assignmentId))?.head.sections).toEqual([begun])
  // The server's start time replaces the guess.
  const [startedAt, deadline] = ['2026-11-20T10:00:05.000Z', '2026-11-20T10:03:05.000Z']
  await expect.poll(() => arrived.map(({ name }) => name)).toEqual(['startSection'])
  answering.resolve(Response.json({ sectionId: 'race', startedAt, deadline, serverTime: startedAt }))
  const told = [{ id: 'race', startedAt, deadline }]
  await expect.poll(() => live.get().head.sections).toEqual(told)
  await expect.poll(async () => (await readAttempt(store, assignmentId))?.head.sections).toEqual(told)
  live.close()
})
