// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import type { Form } from '#contract/participant.ts'
import { memoryStore } from '#test/support/memory-store.ts'
import { liveAttempt } from './live.ts'
import { readAttempt, type StoredAttempt } from './store.ts'

afterEach(() => vi.unstubAllGlobals())

const form: Form = {
  inventory: { code: 'TEST', name: 'Test' },
  locale: 'tr',
  sections: [
    {
      ...{ id: 'race', title: 'race', instructions: '', navigation: 'linear', timeLimitSeconds: 180 },
      items: [{ id: 'r1', type: 'single', prompt: 'r1', options: [{ id: 'a', label: 'A' }] }],
    },
  ],
}
const stored: StoredAttempt = {
  head: {
    ...{
      shape: 1,
      userId: 'ayse',
      locked: false,
      assignmentId: 'a',
      testId: 't',
      attemptToken: 'token',
      form,
    },
    ...{ person: 'Ayşe', client: { name: 'Anadolu', phone: '' }, inventory: form.inventory, locale: 'tr' },
    ...{ startedAt: '2026-11-20T10:00:00Z', deadline: null, sections: [], offsetMs: 0 },
  },
  progress: { epoch: 1, seq: 0, answers: {}, place: 'opening:race', submitting: false, lost: [] },
}

it('a section begins with the tap, however long the line keeps its word to itself', async () => {
  let tell: (response: Response) => void = () => undefined
  const hanging = new Promise<Response>((resolve) => {
    tell = resolve
  })
  vi.stubGlobal('fetch', () => hanging)
  const store = memoryStore()
  const live = liveAttempt(store, stored)
  await live.openSection('race', 180)
  const [begun] = live.get().head.sections
  expect(Date.parse(begun?.deadline ?? '') - Date.parse(begun?.startedAt ?? '')).toBe(180_000)
  expect((await readAttempt(store, 'a'))?.head.sections).toEqual([begun])
  // What the server says about its beginning replaces the guess.
  const [startedAt, deadline] = ['2026-11-20T10:00:05.000Z', '2026-11-20T10:03:05.000Z']
  tell(Response.json({ startedAt, deadline, serverTime: startedAt }))
  const told = [{ id: 'race', startedAt, deadline }]
  await expect.poll(() => live.get().head.sections).toEqual(told)
  await expect.poll(async () => (await readAttempt(store, 'a'))?.head.sections).toEqual(told)
  live.close()
})
