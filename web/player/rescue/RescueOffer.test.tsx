// @vitest-environment jsdom
import { webcrypto } from 'node:crypto'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readRescueFile } from '#contract/rescueFile.ts'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import type { LiveAttempt } from '../attempt/live.ts'
import { type LiveState, openedState } from '../attempt/liveState.ts'
import type { KeptAnswer } from '../attempt/model.ts'
import { RescueOffer, waitsLong } from './RescueOffer.tsx'

const testId = Buffer.alloc(48, 5).toString('base64url')
const rescueKey = Buffer.alloc(32, 9).toString('base64url')
const at = '2026-11-20T10:00:00Z'
const now = Date.parse(at) + 60_000
const answer = (seq: number, state: KeptAnswer['state']): KeptAnswer => ({
  value: 'a',
  epoch: 1,
  seq,
  at,
  state,
})

function stateOf(count: number, { key = true, state = 'unsent' as KeptAnswer['state'] } = {}): LiveState {
  const answers = Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`question-${n}`, answer(n + 1, state)]),
  )
  const head = { ...begunAttempt.head, testId, ...(key && { rescueKey }) }
  return openedState({ head, progress: { ...begunAttempt.progress, answers } })
}

const saved: Blob[] = []

function offer(state: LiveState) {
  const live = { get: () => state, clock: { now: () => now } } as unknown as LiveAttempt
  return render(<RescueOffer live={live} state={state} />)
}
const open = async (state: LiveState) => {
  offer(state)
  fireEvent.click(screen.getByRole('button', { name: 'player:rescue' }))
  return screen.findByRole('heading', { name: 'Cevapları başka yolla ilet' })
}

beforeEach(() => {
  saved.length = 0
  vi.stubGlobal('crypto', webcrypto)
  URL.createObjectURL = (file: Blob) => {
    saved.push(file)
    return 'blob:file'
  }
  URL.revokeObjectURL = () => undefined
  HTMLAnchorElement.prototype.click = () => undefined
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = () => undefined
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('is offered for unsent answers, where they can be encrypted', () => {
  offer(stateOf(2))
  screen.getByRole('button', { name: 'player:rescue' })
  for (const state of [stateOf(0), stateOf(2, { state: 'stored' }), stateOf(2, { key: false })]) {
    cleanup()
    offer(state)
    expect(screen.queryByRole('button')).toBeNull()
  }
  cleanup()
  // A page without HTTPS.
  vi.stubGlobal('crypto', {})
  offer(stateOf(2))
  expect(screen.queryByRole('button')).toBeNull()
})

it('is no matter of a short break: only answers that wait for ten minutes need it', () => {
  expect(waitsLong(stateOf(2), Date.parse(at) + 9 * 60_000)).toBe(false)
  expect(waitsLong(stateOf(2), Date.parse(at) + 11 * 60_000)).toBe(true)
  expect(waitsLong(stateOf(2, { state: 'stored' }), Date.parse(at) + 11 * 60_000)).toBe(false)
})

it('saves a text file with the answers, and says what to do with it', async () => {
  await open(stateOf(20))
  const save = await screen.findByRole('button', { name: 'Dosyayı kaydet' })
  await vi.waitFor(() => expect(save).toHaveProperty('disabled', false))
  // Nothing here can share files.
  expect(screen.queryByRole('button', { name: 'Dosyayı paylaş' })).toBeNull()
  fireEvent.click(save)
  await screen.findByText('Dosya kaydedildi. Anadolu kurumuna iletin.')
  const [file] = saved
  expect(file).toMatchObject({ name: 'terazi-TEST.txt', type: 'text/plain' })
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.readAsText(file ?? new Blob())
  })
  expect(readRescueFile(text)?.testId).toBe(testId)
})

it('shares the file where the device can', async () => {
  const shared: File[] = []
  vi.stubGlobal('navigator', {
    userAgent: '',
    canShare: () => true,
    share: async ({ files }: { files: File[] }) => void shared.push(...files),
  })
  await open(stateOf(3))
  fireEvent.click(await screen.findByRole('button', { name: 'Dosyayı paylaş' }))
  expect(shared.map(({ name }) => name)).toEqual(['terazi-TEST.txt'])
})
