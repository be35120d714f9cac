import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import { memoryStore } from '#test/support/memory-store.ts'
import { exampleTablet } from '#test/support/tablet.ts'
import { allAttempts, writeAttempt } from '../attempt/saving/store.ts'
import {
  forgetTablet,
  importKey,
  readKey,
  readPackage,
  readTablet,
  removeKey,
  removePrepared,
  saveOpened,
  savePackage,
  wipePerson,
  writeTablet,
} from './store.ts'

const encrypted = { version: 'v1', iv: 'aXY=', data: 'ZGF0YQ==', codes: { iv: 'aXY=', data: 'ZGF0YQ==' } }

async function openedTablet() {
  const store = memoryStore()
  await writeTablet(store, exampleTablet)
  await savePackage(store, encrypted)
  await saveOpened(store, exampleTablet, await importKey(randomBytes(32).toString('base64')))
  return store
}

it('keeps a key that decrypts and that nobody can read back', async () => {
  const key = await readKey(await openedTablet())
  if (!key) throw new Error('There is no key')
  expect([key.extractable, key.usages, key.algorithm]).toEqual([
    false,
    ['decrypt'],
    { name: 'AES-GCM', length: 256 },
  ])
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
})

it('removes what was prepared, and still knows which tablet it is', async () => {
  const store = await openedTablet()
  await removeKey(store)
  expect([await readKey(store), await readPackage(store)]).toEqual([undefined, encrypted])
  await removePrepared(store)
  expect([await readPackage(store), await readTablet(store)]).toEqual([undefined, exampleTablet])
  await forgetTablet(store)
  expect(await store.keys()).toEqual([])
})

it('keeps of a person only what the server lacks, locked', async () => {
  const store = memoryStore()
  const { head, progress } = begunAttempt
  const answer = { value: 'a', epoch: 1, seq: 1, at: '2026-11-20T10:00:00Z' } as const
  await writeAttempt(store, {
    head: { ...head, assignmentId: 'sent' },
    progress: { ...progress, answers: { q1: { ...answer, state: 'stored' } } },
  })
  await writeAttempt(store, {
    head: { ...head, assignmentId: 'unsent' },
    progress: { ...progress, answers: { q1: { ...answer, state: 'unsent' } } },
  })
  await wipePerson(store, head.userId)
  const left = await allAttempts(store)
  expect(left.map((one) => [one.head.assignmentId, one.head.locked])).toEqual([['unsent', true]])
})
