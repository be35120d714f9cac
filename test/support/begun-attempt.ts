import type { Form } from '#contract/participant.ts'
import type { StoredAttempt } from '../../web/player/attempt/saving/store.ts'

const item = (id: string) => ({ id, type: 'single' as const, prompt: id, options: [{ id: 'a', label: 'A' }] })
const form: Form = {
  inventory: { code: 'TEST', name: 'Test' },
  locale: 'tr',
  sections: [
    { id: 's', title: 's', instructions: '', navigation: 'free', items: ['q1', 'q2', 'q3'].map(item) },
  ],
}
/** An attempt of three questions as a device keeps it, with nothing answered. */
export const begunAttempt: StoredAttempt = {
  head: {
    shape: 1,
    userId: 'ayse',
    locked: false,
    assignmentId: 'a',
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
  progress: { epoch: 1, seq: 0, answers: {}, place: 'item:q1', submitting: false, lost: [] },
}
