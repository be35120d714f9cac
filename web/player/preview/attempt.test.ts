import { describe, expect, it } from 'vitest'
import type { Preview } from '#contract/previews.ts'
import { noAnswer, sentHasArrived, serveCalls } from '#test/support/serve-calls.ts'
import { sectionIsOver } from '../taking/limits.ts'
import { previewAttempt } from './attempt.ts'
import { afterSection, noticesOf, placesOf } from './places.ts'

const item = (id: string) => ({ id, type: 'single' as const, prompt: id, options: [{ id: 'a', label: 'A' }] })
const section = (id: string, items: string[], timeLimitSeconds?: number) => ({
  id,
  title: id,
  instructions: '',
  navigation: 'linear' as const,
  ...(timeLimitSeconds !== undefined && { timeLimitSeconds }),
  items: items.map(item),
})
const notice = (id: string, kind: 'information' | 'explicit_consent') => ({
  id,
  version: 1,
  kind,
  title: id,
  text: '',
})
const preview: Preview = {
  code: 'TEST',
  version: 2,
  draft: true,
  name: 'Test',
  description: '',
  minutes: 10,
  itemCount: 3,
  timeLimitSeconds: 600,
  hasPractice: false,
  hasAutoNext: false,
  notices: [notice('consent', 'explicit_consent'), notice('kvkk', 'information')],
  preTest: [],
  form: {
    inventory: { code: 'TEST', name: 'Test' },
    locale: 'tr',
    sections: [section('open', ['o1']), section('timed', ['t1', 't2'], 60)],
  },
}

let now = Date.parse('2026-11-20T10:00:00Z')
const attempt = () => previewAttempt(preview, () => now)

const arrived = serveCalls(noAnswer)

describe('an attempt that is only looked at', () => {
  it('keeps answers in the page, asks the server nothing and writes nothing down', async () => {
    const live = attempt()
    await live.answer('o1', 'a')
    await live.answer('t1', 'half', { draft: true })
    await live.openSection('timed', 60)
    await live.flush()
    await live.submit()
    const { progress, receipt } = live.get()
    expect(Object.values(progress.answers).map(({ state }) => state)).toEqual(['stored', 'draft'])
    expect(receipt).toMatch(/^TRZ-0/)
    await sentHasArrived()
    expect(arrived).toEqual([])
  })

  it('opens any item, with its section’s time running, also when that time was over', () => {
    const live = attempt()
    live.jumpTo('item:t2')
    expect(live.get().progress.place).toBe('item:t2')
    expect(sectionIsOver(live.get().head, 'timed', now)).toBe(false)
    live.endSection('timed')
    expect(sectionIsOver(live.get().head, 'timed', now)).toBe(true)
    live.jumpTo('item:t1')
    expect(sectionIsOver(live.get().head, 'timed', now)).toBe(false)
  })

  it('goes on after the whole test’s time, and after it was handed in', async () => {
    const live = attempt()
    now += 700_000
    await live.submit()
    live.jumpTo('item:o1')
    expect(live.get().receipt).toBeUndefined()
    expect(Date.parse(live.get().head.deadline ?? '')).toBeGreaterThan(now)
  })

  it('keeps answers and place in another language, and nothing when it is restarted', async () => {
    const live = attempt()
    await live.answer('o1', 'a')
    live.jumpTo('item:t1')
    live.reworded({ ...preview, form: { ...preview.form, locale: 'en' } })
    expect(live.get()).toMatchObject({ head: { locale: 'en' }, progress: { place: 'item:t1' } })
    expect(live.get().progress.answers.o1?.value).toBe('a')
    live.restart()
    expect(live.get().progress.answers).toEqual({})
    expect(live.get().head.locale).toBe('en')
  })
})

describe('the places of a preview', () => {
  it('are every screen a participant meets, in order', () => {
    expect(placesOf(preview).flatMap(({ places }) => places.map(({ key }) => key))).toEqual([
      ...['notice:kvkk', 'notice:consent', 'before'],
      ...['item:o1', 'opening:timed', 'item:t1', 'item:t2'],
      ...['review', 'done'],
    ])
    expect(noticesOf(preview).map(({ id }) => id)).toEqual(['kvkk', 'consent'])
  })

  it('lead from one section to the next, and from the last one to the overview', () => {
    expect([afterSection(preview, 'open'), afterSection(preview, 'timed')]).toEqual([
      'opening:timed',
      'review',
    ])
  })
})
