import fc from 'fast-check'
import { expect, it } from 'vitest'
import { typed } from '#contract/fields.ts'
import { fromBase64url, lineOf, readRescue, readRescueFile } from '#contract/rescueFile.ts'
import { rescued } from '#contract/rescues.ts'
import { begunAttempt } from '#test/support/begun-attempt.ts'
import type { KeptAnswer, Progress } from '../attempt/model.ts'
import { rescuedOf, seal } from './seal.ts'

const now = Date.parse('2026-11-20T10:30:00Z')
const testId = Buffer.alloc(48, 5).toString('base64url')
const rescueKey = Buffer.alloc(32, 9).toString('base64url')

/** Decrypts a rescue as the server does (features/delivery/attempts/offline/rescue.ts). */
async function opened(text: string): Promise<unknown> {
  const rescue = readRescue(fromBase64url(text))
  if (rescue?.testId !== testId) throw new Error('no rescue of this attempt')
  const key = await crypto.subtle.importKey('raw', fromBase64url(rescueKey), 'AES-GCM', false, ['decrypt'])
  const how = { name: 'AES-GCM', iv: rescue.nonce, additionalData: rescue.head }
  return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(how, key, rescue.sealed)))
}

// The fields let single lines through; an id of a definition has at most 64 characters.
const text = fc
  .string({ unit: 'grapheme', maxLength: 40 })
  .filter((one) => typed(500).safeParse(one).data === one)
const name = text.map((one) => one.trim()).filter((one) => typed(64).safeParse(one).data === one)
const value = fc.oneof(
  text,
  fc.integer(),
  fc.array(name, { maxLength: 4 }),
  fc.dictionary(name, text, { maxKeys: 3 }),
)
const kept: fc.Arbitrary<KeptAnswer> = fc
  .record({
    value,
    epoch: fc.constant(2),
    seq: fc.integer({ min: 1, max: 10_000 }),
    at: fc.integer({ min: now - 86_400_000, max: now }).map((moment) => new Date(moment).toISOString()),
    state: fc.constantFrom('unsent', 'stored', 'refused', 'draft'),
    elapsedMs: fc.option(fc.nat(60_000), { nil: undefined }),
  })
  .map((answer) => answer as KeptAnswer)
const queue = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}[0-9]{0,3}$/), kept, { maxKeys: 60 })

const progressOf = (answers: Record<string, KeptAnswer>, more: Partial<Progress> = {}): Progress => ({
  ...begunAttempt.progress,
  epoch: 2,
  answers,
  ...more,
})

it('any queue survives encryption and file, with what is unsent and nothing else', async () => {
  const property = fc.asyncProperty(queue, fc.boolean(), async (answers, submitting) => {
    const progress = progressOf(answers, { submitting })
    const content = rescuedOf({ head: begunAttempt.head, progress }, now)
    const read = readRescueFile(lineOf(await seal(testId, rescueKey, content)))
    const there = rescued.safeParse(read && (await opened(read.rescue)))
    const wanted = Object.entries(answers).filter(([, { state }]) => state === 'unsent')
    expect(there.data).toEqual(content)
    expect(there.data?.handedIn).toBe(submitting)
    expect(
      there.data?.answers.map(([id, seq, given, after, elapsedMs]) => [
        id,
        { value: given, seq, at: new Date(Date.parse(content.since) + after).toISOString(), elapsedMs },
      ]),
    ).toEqual(
      wanted
        .toSorted(([, a], [, b]) => a.seq - b.seq)
        .map(([id, { value: given, seq, at, elapsedMs = null }]) => [
          id,
          { value: given, seq, at, elapsedMs },
        ]),
    )
  })
  await fc.assert(property, { numRuns: 60 })
})

it('takes receipts along as long as the server counts them, and the token only with them', () => {
  const answer: KeptAnswer = {
    value: 'a',
    epoch: 2,
    seq: 1,
    at: new Date(now).toISOString(),
    state: 'unsent',
  }
  const receipt = (minutes: number) => ({
    at: new Date(now - minutes * 60_000).toISOString(),
    proof: `${minutes}`,
    epoch: 2,
    batch: { q1: answer },
  })
  const of = (minutes: readonly number[]) =>
    rescuedOf(
      { head: begunAttempt.head, progress: progressOf({ q1: answer }, { receipts: minutes.map(receipt) }) },
      now,
    ).receipts
  expect(of([11])).toBeUndefined()
  expect(of([9, 11])).toMatchObject({ token: 'token', list: [{ proof: '9', responses: { q1: { seq: 1 } } }] })
})

it('encrypts the same answers differently each time', async () => {
  const content = rescuedOf({ head: begunAttempt.head, progress: progressOf({}) }, now)
  const [one, other] = await Promise.all([1, 2].map(() => seal(testId, rescueKey, content)))
  expect(one).not.toEqual(other)
})
