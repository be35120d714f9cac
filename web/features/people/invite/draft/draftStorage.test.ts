// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { anonymous, clearSession, storeSession } from '../../../../app/auth.ts'
import { type Action, next } from '../steps.ts'
import { type Draft, emptyDraft } from './draft.ts'
import { readDraft, writeDraft } from './draftStorage.ts'

const id = '01900000-0000-7000-8000-000000000001'
const people = 10_000
const row = (at: number) => ({
  line: at + 2,
  name: 'Şükrü Güngör Büyükçavuşoğlu',
  email: at === 7 ? 'sukru@' : `sukru.buyukcavusoglu.${at}@anadolugida.com.tr`,
  phone: '0532 418 22 07',
  staffNumber: '',
  group: '2. Vardiya · Paketleme',
})
const file = {
  kind: 'csv' as const,
  name: 'liste.csv',
  unused: [],
  faults: [],
  broken: null,
  rows: Array.from({ length: people }, (_, at) => row(at)),
}
const actions: Action[] = [
  { type: 'list', values: { method: 'csv', file } },
  { type: 'go', to: 'check' },
]
const checked = actions.reduce(next, emptyDraft('tr'))

const length = () => sessionStorage.getItem('terazi.invite')?.length ?? 0
/** Reads the draft from the storage alone, as after a reload. */
async function again(): Promise<Draft | undefined> {
  vi.resetModules()
  const fresh = await import('./draftStorage.ts')
  const auth = await import('../../../../app/auth.ts')
  auth.storeSession('secret', { ...auth.anonymous, id: 'u1', authority: ['manager'] }, false)
  return fresh.readDraft(id)
}

beforeEach(() => storeSession('secret', { ...anonymous, id: 'u1', authority: ['manager'] }, false))
afterEach(() => {
  vi.restoreAllMocks()
  clearSession()
  sessionStorage.clear()
})

it('keeps ten thousand rows within what any browser gives a page, with what was corrected', async () => {
  const corrected = next(checked, { type: 'row', index: 7, values: { email: 'sukru@x.test' } })
  writeDraft(id, corrected)
  // The least is five megabytes of two a letter.
  expect(length()).toBeGreaterThan(people * 50)
  expect(length()).toBeLessThan(2_500_000 / 1.5)
  expect(await again()).toEqual(corrected)
})

it('keeps the result, and with it what can be corrected of it', async () => {
  const created = file.rows
    .filter((_, at) => at !== 7)
    .map(({ email, name, phone }, at) => ({
      row: at,
      email,
      name,
      phone,
      staffNumber: '',
      userId: id,
      membershipId: id,
    }))
  const sent = next(checked, { type: 'sent', answer: { created, existing: [], failed: [] } })
  writeDraft(id, sent)
  const kept = await again()
  expect(kept?.result).toEqual(sent.result)
  expect(kept?.result?.failed).toEqual([{ row: row(7), reason: 'invalid_email' }])
  const correcting = kept && next(kept, { type: 'correctFailed' })
  expect([correcting?.rows.length, correcting?.file?.rows]).toEqual([1, [row(7)]])
})

it('reads what was written last, also where it found no room', () => {
  writeDraft(id, { ...checked, description: 'first' })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  writeDraft(id, { ...checked, jobId: id })
  expect(readDraft(id)?.jobId).toBe(id)
})
