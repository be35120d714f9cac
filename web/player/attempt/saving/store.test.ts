import { describe, expect, it } from 'vitest'
import { memoryStore } from '#test/support/memory-store.ts'
import { answered, type Progress } from '../model.ts'
import {
  attemptsOf,
  type Head,
  lockAttempts,
  mayContinue,
  readAttempt,
  removeAttempt,
  writeAttempt,
} from './store.ts'

const progress: Progress = {
  epoch: 1,
  seq: 0,
  answers: {},
  place: '',
  submitting: false,
  lost: [],
}
const head = (assignmentId: string, userId: string): Head => ({
  shape: 1,
  userId,
  locked: false,
  assignmentId,
  testId: 't',
  attemptToken: 'token',
  form: { inventory: { code: 'ENGLISH', name: 'English' }, locale: 'tr', sections: [] },
  person: 'Gülşah Öztürk',
  client: { name: 'Anadolu Gıda', phone: '' },
  inventory: { code: 'ENGLISH', name: 'English' },
  locale: 'tr',
  startedAt: '2026-11-20T10:00:00Z',
  deadline: null,
  sections: [],
  offsetMs: 0,
})

async function twoPeople() {
  const store = memoryStore()
  await writeAttempt(store, { head: head('a', 'ayse'), progress })
  await writeAttempt(store, { head: head('b', 'mehmet'), progress })
  return store
}

describe('attempts on a shared device', () => {
  it('shows each person their own alone', async () => {
    const store = await twoPeople()
    const mine = await attemptsOf(store, 'ayse')
    expect(mine.map((attempt) => attempt.head.assignmentId)).toEqual(['a'])
    expect(await attemptsOf(store, 'somebody else')).toEqual([])
  })

  it('goes on without a session after a reboot, but not after signing out', async () => {
    const store = await twoPeople()
    expect(mayContinue(head('a', 'ayse'), undefined)).toBe(true)
    const waiting = answered(progress, 'q1', { value: 'a', at: '2026-11-20T10:00:00Z' })
    await writeAttempt(store, { head: head('a', 'ayse'), progress: waiting })
    await lockAttempts(store, 'ayse')
    expect((await attemptsOf(store, undefined)).map((attempt) => attempt.head.assignmentId)).toEqual(['b'])
    expect((await attemptsOf(store, 'ayse')).length).toBe(1)
  })

  it('keeps neither name nor token of somebody who signs out when the server has all of it', async () => {
    const store = await twoPeople()
    await lockAttempts(store, 'ayse')
    expect(await store.keys()).toEqual(['head:b', 'progress:b'])
  })

  it('leaves nothing behind when an attempt is removed', async () => {
    const store = await twoPeople()
    await removeAttempt(store, 'a')
    expect(await readAttempt(store, 'a')).toBeUndefined()
    expect(await store.keys()).toEqual(['head:b', 'progress:b'])
  })

  it('ignores what another version of the player wrote', async () => {
    const store = memoryStore()
    await store.set([
      ['head:a', { shape: 0 }],
      ['progress:a', progress],
    ])
    expect(await readAttempt(store, 'a')).toBeUndefined()
  })
})
