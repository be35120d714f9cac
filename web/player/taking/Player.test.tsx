// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Form } from '#contract/participant.ts'
import { practiceSeconds } from '#contract/practice.ts'
import { createLiveStore } from '../attempt/liveState.ts'
import { changeLook } from '../device/look.ts'
import { type PreviewAttempt, previewAttempt } from '../preview/attempt.ts'
import { t } from '../words.ts'
import { Player } from './Player.tsx'

type Section = Form['sections'][number]

const item = (id: string) => ({ id, type: 'single' as const, prompt: id, options: [{ id: 'a', label: 'A' }] })
const tried = (id: string) => ({ ...item(id), key: 'a', feedback: { right: 'right', wrong: 'wrong' } })
const section = (id: string, items: string[], more: Partial<Section> = {}): Section => ({
  id,
  title: id,
  instructions: '',
  navigation: 'free',
  items: items.map(item),
  ...more,
})
const before = section('before', ['b1', 'b2'], { practice: [tried('bp')] })
const after = section('after', ['a1', 'a2'], { practice: [tried('ap')] })
const raced = (more: Partial<Section> = {}) =>
  section('race', ['r1', 'r2', 'r3'], {
    navigation: 'linear',
    timeLimitSeconds: 180,
    practice: [tried('rp')],
    ...more,
  })

let live: PreviewAttempt
let now = 0
let desktop = false

function take(sections: Section[]) {
  const form: Form = { inventory: { code: 'TEST', name: 'Test' }, locale: 'tr', sections }
  live = previewAttempt(
    {
      code: 'TEST',
      version: 1,
      draft: false,
      name: 'Test',
      description: '',
      minutes: 55,
      itemCount: 7,
      timeLimitSeconds: 3300,
      hasPractice: true,
      hasAutoNext: false,
      notices: [],
      preTest: [],
      form,
    },
    () => now,
  )
  render(<Player live={live} onLanguage={async () => undefined} />)
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string) => fireEvent.click(button(name))
const at = (place: string) => waitFor(() => expect(live.get().progress.place).toBe(place))
/** A step taken by Next. */
async function next(place: string) {
  const form = document.querySelector('form')
  if (form) fireEvent.submit(form)
  else press('player:button.next')
  await at(place)
}
async function through(...places: string[]) {
  for (const place of places) await next(place)
}
async function skip(place: string) {
  press(t('player-item:practice.skip'))
  await at(place)
}
/** Goes from the first practice to the first item that is raced. */
async function intoRace() {
  await skip('item:b1')
  await through('item:b2', 'practice:race:rp')
  await skip('opening:race')
  await next('item:r1')
}
/** Presses Next at the last item that is raced, and what is asked then. */
async function endRace(answer: string) {
  fireEvent.submit(document.querySelector('form') ?? document.body)
  await screen.findByText(t('player-item:section.endTitle'))
  press(answer)
}
/** Sends the event of the browser's Back button once it has gone back to a place. */
const wentBackTo = (place: string) => fireEvent(window, new PopStateEvent('popstate', { state: { place } }))

/** The numbers that the overview offers. */
const listed = () =>
  [...document.querySelectorAll<HTMLElement>('main button')].map(
    ({ textContent }) => /^\d+/.exec(textContent)?.[0],
  )
/** The overview's words on the closed sections. */
const closed = () =>
  screen
    .getAllByRole('listitem')
    .filter((row) => row.querySelector('b[dir]'))
    .map((row) => [...row.children].flatMap(({ textContent }) => textContent.trim() || []).join(' '))

beforeEach(() => {
  now = Date.parse('2026-11-20T10:00:00Z')
  // Stubs of the observers that jsdom lacks.
  const watcher = class {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', watcher)
  vi.stubGlobal('IntersectionObserver', watcher)
  vi.stubGlobal('matchMedia', () => ({
    matches: desktop,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  desktop = false
  Element.prototype.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = () => undefined
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a question that may stay blank says so, its answer can be taken back, and nobody is led back to it', async () => {
  take([section('only', [], { items: [item('b1'), { ...item('b2'), mayLeaveBlank: true }] })])
  fireEvent.click(screen.getByRole('radio'))
  await next('item:b2')
  expect(screen.getByText(t('player-item:item.mayLeaveBlank'))).toBeTruthy()
  fireEvent.click(screen.getByRole('radio'))
  fireEvent.click(await screen.findByRole('button', { name: t('player-item:item.clear') }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(false))
  expect(live.get().progress.answers.b2?.value).toBe('')
  await next('review')
  expect(screen.getByRole('heading', { name: t('player-review:blankCount', { count: 1 }) })).toBeTruthy()
  expect(screen.queryByRole('button', { name: t('player-review:toBlank') })).toBeNull()
})

describe('a section without going back, while its time runs', () => {
  it('has no way out but on: neither the overview, nor Back, nor the browser’s Back', async () => {
    take([before, raced(), after])
    await intoRace()
    await next('item:r2')
    expect(screen.queryByRole('button', { name: 'player:button.review' })).toBeNull()
    expect(button('player:button.back').disabled).toBe(true)
    for (const place of ['item:r1', 'opening:race', 'practice:race:rp', 'item:b2']) wentBackTo(place)
    await next('item:r3')
  })

  it('gives back the item one was at to who comes to it from elsewhere, and keeps closed what lies behind', async () => {
    take([before, raced(), after])
    await intoRace()
    await next('item:r2')
    // A person may still be here from an older release, which had the overview at this place.
    await live.goTo('review')
    await waitFor(() => button('player:button.submit'))
    press(t('player-review:toBlank'))
    await at('item:r2')
    await live.goTo('item:b2')
    await waitFor(() => screen.getByRole('heading', { name: 'b2' }))
    await next('item:r2')
  })

  it('asks before its last item is left while time remains, and is over then', async () => {
    take([before, raced(), after])
    await intoRace()
    await through('item:r2', 'item:r3')
    await endRace(t('player-item:section.stay'))
    expect(live.get().progress.place).toBe('item:r3')
    expect(screen.queryByText(t('player-item:section.endTitle'))).toBeNull()
    await endRace(t('player-item:section.end'))
    await at('practice:after:ap')
    press('player:button.back')
    await at('item:b2')
    await next('practice:after:ap')
  })

  it('is entered at its start, also from the overview', async () => {
    take([before, raced({ practice: [] }), after])
    await skip('item:b1')
    press('player:button.review')
    await at('review')
    fireEvent.click(
      screen.getAllByRole('button', { name: t('player-review:numberBlank', { n: 5 }) })[0] ?? document.body,
    )
    await at('opening:race')
    await next('item:r1')
  })

  it('cannot be gone back out of either when it is free', async () => {
    take([before, raced({ navigation: 'free' }), after])
    await intoRace()
    expect(button('player:button.back').disabled).toBe(true)
    await next('item:r2')
    press('player:button.back')
    await at('item:r1')
  })

  it('shows its own time in the overview, which a free one has', async () => {
    take([before, raced({ navigation: 'free' }), after])
    await intoRace()
    press('player:button.review')
    await at('review')
    await waitFor(() => expect(document.querySelector('header bdi')?.textContent).toBe('03:00'))
    press(t('player-review:toBlank'))
    await at('item:r1')
  })
})

describe('a section without a clock and without going back', () => {
  it('keeps closed what lies behind', async () => {
    take([before, raced({ timeLimitSeconds: undefined }), after])
    await skip('item:b1')
    await through('item:b2', 'practice:race:rp')
    await skip('item:r1')
    await next('item:r2')
    expect(screen.queryByRole('button', { name: 'player:button.review' })).toBeNull()
    expect(button('player:button.back').disabled).toBe(true)
    wentBackTo('item:r1')
    await through('item:r3', 'practice:after:ap')
    await skip('item:a1')
    press('player:button.back')
    await at('item:b2')
    press('player:button.review')
    await at('review')
    await waitFor(() => expect(listed()).toEqual(['1', '2', '6', '7']))
    expect(closed()).toEqual([
      `race ${t('player-review:behind')} 0 / 3 ${t('player-review:closedBlank', { count: 3 })}`,
    ])
  })
})

describe('the overview', () => {
  it('counts what can still be answered for itself, and says beside a section why it is closed', async () => {
    take([section('long', ['l1', 'l2', 'l3', 'l4', 'l5', 'l6', 'l7']), raced({ practice: [] }), after])
    await live.goTo('opening:race')
    await next('item:r1')
    await live.answer('r1', 'a')
    live.endSection('race')
    await waitFor(() => button(t('player-item:section.goOn')))
    await live.goTo('review')
    await waitFor(() =>
      screen.getByRole('heading', { level: 1, name: t('player-review:openCount', { count: 9 }) }),
    )
    expect(closed()).toEqual([
      `race ${t('player-review:over')} 1 / 3 ${t('player-review:closedBlank', { count: 2 })}`,
    ])
    // Numbers are listed under their section's name, without those of a closed section.
    const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(names).toEqual(['long', 'after'])
    expect(listed()).toEqual(['1', '2', '3', '4', '5', '6', '7', '11', '12'])
  })

  it('says that nothing is left to answer where all that is blank is closed', async () => {
    take([before, raced({ practice: [] })])
    for (const id of ['b1', 'b2']) await live.answer(id, 'a')
    await live.goTo('opening:race')
    await next('item:r1')
    live.endSection('race')
    await waitFor(() => button(t('player-item:section.toReview')))
    press(t('player-item:section.toReview'))
    await waitFor(() => screen.getByRole('heading', { level: 1, name: t('player-review:nothingOpen') }))
    expect(closed()).toEqual([
      `race ${t('player-review:over')} 0 / 3 ${t('player-review:closedBlank', { count: 3 })}`,
    ])
    expect(listed()).toEqual([])
    press('player:button.submit')
    await waitFor(() => screen.getByText(t('player-taking:submit.withClosed', { count: 3 })))
  })
})

describe('practice and opening', () => {
  it('says that an answer is missing when Check is pressed without one', async () => {
    take([before])
    press(t('player-item:practice.check'))
    const said = await screen.findByText(t('player-item:item.answerFirst'))
    expect(said.closest('[role=status]')).not.toBeNull()
    fireEvent.click(screen.getByRole('radio'))
    expect(screen.queryByText(t('player-item:item.answerFirst'))).toBeNull()
    press(t('player-item:practice.check'))
    screen.getByText('right')
  })

  it('come once: not again to who corrects an earlier item', async () => {
    take([before, raced(), after])
    await intoRace()
    await through('item:r2', 'item:r3')
    await endRace(t('player-item:section.end'))
    await skip('item:a1')
    press('player:button.review')
    await at('review')
    fireEvent.click(document.querySelector('main li button') ?? document.body)
    await at('item:b1')
    await through('item:b2', 'item:a1')
    wentBackTo('practice:after:ap')
    await next('item:a2')
  })

  it('come not again after the time was over', async () => {
    take([before, raced(), after])
    await intoRace()
    live.endSection('race')
    await waitFor(() => button(t('player-item:section.goOn')))
    press(t('player-item:section.goOn'))
    await at('practice:after:ap')
    press('player:button.back')
    await at('item:b2')
    await next('practice:after:ap')
  })

  it('have no clock until the allowance is used up, and only what was used of it counts', async () => {
    take([before, raced(), after])
    const clock = () => document.querySelector('header bdi')?.textContent
    await waitFor(() => screen.getByText(t('player-item:practice.free')))
    expect(clock()).toBeUndefined()
    now += 60_000
    await skip('item:b1')
    await waitFor(() => expect(clock()).toBe('55:00'))
    await through('item:b2', 'practice:race:rp')
    await waitFor(() => screen.getByText(t('player-item:practice.free')))
    now += (practiceSeconds + 30) * 1000
    await waitFor(() => screen.getByText(t('player-item:practice.unscored')), { timeout: 5000 })
    expect(clock()).toBe('54:30')
  })
})

describe('statements with the same answers, where there is room for pages', () => {
  const answers = ['no', 'yes'].map((id) => ({ id, label: id }))
  const statements = Array.from({ length: 12 }, (_, index) => ({
    ...item(`s${index + 1}`),
    type: 'likert' as const,
    options: answers,
  }))
  const attitude = section('attitude', [], { items: [...statements, item('last')] })
  const rows = () => screen.getAllByRole('group').filter((row) => row.tagName === 'FIELDSET')
  const type = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  const chosen = () => Object.values(live.get().progress.answers).map(({ value }) => value)

  it('come by tens, and Next and Back turn the pages', async () => {
    desktop = true
    take([attitude])
    await screen.findByText('s10')
    expect(rows()).toHaveLength(10)
    await next('item:s11')
    expect(rows()).toHaveLength(2)
    await next('item:last')
    expect(screen.queryByText('s12')).toBeNull()
    press('player:button.back')
    await at('item:s11')
    press('player:button.back')
    await at('item:s1')
  })

  it('are answered by numbers, row by row, and up and down choose nothing', async () => {
    desktop = true
    take([attitude])
    await screen.findByText('s10')
    // The page listens to keys once its effects have run.
    await act(async () => undefined)
    for (const key of ['1', '2', 'ArrowDown', '2', 'ArrowUp', '1']) type(key)
    await waitFor(() => expect(live.get().progress.answers).toHaveProperty('s4'))
    const { s1, s2, s3, s4 } = live.get().progress.answers
    expect([s1?.value, s2?.value, s3?.value, s4?.value]).toEqual(['no', 'yes', undefined, 'no'])
    expect(chosen()).toHaveLength(3)
  })

  it('begin with the focus on the page’s heading; a page that was left half done, on its first blank', async () => {
    desktop = true
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    const focus = () => document.activeElement
    take([attitude])
    await screen.findByText('s10')
    await waitFor(() => expect(focus()?.id).toBe('prompt'))
    for (const id of ['s1', 's2', 's11']) await act(() => live.answer(id, 'no', { elapsedMs: 1 }))
    await next('item:s11')
    expect(focus()?.id).toBe('prompt')
    press('player:button.back')
    await at('item:s1')
    expect(focus()?.id).toBe('prompt')
    expect(scrolled).not.toHaveBeenCalled()
    cleanup()
    render(<Player live={live} onLanguage={async () => undefined} />)
    await waitFor(() => expect(focus()).toHaveProperty('name', 's3'))
    expect(scrolled.mock.contexts).toEqual([focus()?.closest('fieldset')])
    type('2')
    await waitFor(() => expect(live.get().progress.answers).toHaveProperty('s3'))
  })

  it('come one by one on a phone', () => {
    take([attitude])
    expect(screen.queryByText('s2')).toBeNull()
  })
})

describe('read-aloud', () => {
  beforeEach(() => {
    const voice = { lang: 'en-GB' }
    const speechSynthesis = { getVoices: () => [voice, { lang: 'tr-TR' }], cancel: () => {}, speak: () => {} }
    vi.stubGlobal('speechSynthesis', speechSynthesis)
    vi.stubGlobal('SpeechSynthesisUtterance', class {})
  })
  const listen = () => screen.queryByRole('button', { name: 'player:button.listen' })

  it('is offered where the test allows it, and its use is noted', async () => {
    take([section('words', [], { items: [item('heard'), { ...item('seen'), readAloud: false }] })])
    const used = vi.spyOn(live, 'noteUse')
    fireEvent.click(listen() ?? document.body)
    expect(used).toHaveBeenCalledTimes(1)
    await next('item:seen')
    expect(listen()).toBeNull()
    fireEvent.keyDown(document.body, { key: 'l' })
    expect(used).toHaveBeenCalledTimes(1)
  })

  it.for([true, false])('is asked for the row of a page (on a desktop: %s)', async (wide) => {
    desktop = wide
    const options = ['no', 'yes'].map((id) => ({ id, label: id }))
    const statement = (id: string, readAloud?: false) => ({
      ...item(id),
      type: 'likert' as const,
      options,
      ...(readAloud === false && { readAloud }),
    })
    take([section('attitude', [], { items: [statement('s1', false), statement('s2')] })])
    await screen.findByText('s1')
    expect(listen()).toBeNull()
  })
})

describe('the next statement', () => {
  const options = ['no', 'yes'].map((id) => ({ id, label: id }))
  const statement = (id: string, type: 'likert' | 'true_false' | 'single' = 'likert') => ({
    id,
    prompt: id,
    type,
    options,
  })
  const statements = (...items: ReturnType<typeof statement>[]) => section('attitude', [], { items })
  const elapse = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const place = () => live.get().progress.place
  /** The events that a finger or a mouse makes; a keyboard and a screen reader make a click alone. */
  const tap = (name: string, pointerType = 'touch') => {
    const radio = screen.getByRole('radio', { name })
    fireEvent.pointerDown(radio, { pointerType })
    fireEvent.pointerUp(radio, { pointerType })
    fireEvent.click(radio, { detail: 1 })
  }
  const pressNext = async () => {
    fireEvent.submit(document.querySelector('form') ?? document.body)
    await elapse(0)
  }
  const three = () => take([statements(statement('s1'), statement('s2', 'true_false'), statement('s3'))])
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    changeLook({ autoNext: true })
  })

  it('follows 400 ms after a touch or a mouse press, up to the last one, and that is noted', async () => {
    three()
    tap('yes')
    await elapse(399)
    expect(place()).toBe('item:s1')
    await elapse(1)
    expect(place()).toBe('item:s2')
    expect(document.activeElement?.id).toBe('prompt')
    expect(live.get().progress.autoNext).toBe('used')
    tap('no', 'mouse')
    await elapse(400)
    expect(place()).toBe('item:s3')
    tap('no')
    await elapse(5000)
    expect(place()).toBe('item:s3')
  })

  it('comes with Next at once, and not twice', async () => {
    three()
    tap('yes')
    await elapse(200)
    await pressNext()
    expect(place()).toBe('item:s2')
    await elapse(5000)
    expect(place()).toBe('item:s2')
    expect(live.get().progress.autoNext).toBeUndefined()
  })

  it('is not passed by a Next meant for the one before: that does nothing for 600 ms', async () => {
    three()
    tap('yes')
    await elapse(400)
    for (const wait of [0, 599]) {
      await elapse(wait)
      await pressNext()
      expect(place()).toBe('item:s2')
    }
    await elapse(1)
    await pressNext()
    expect(place()).toBe('item:s3')
    // A step by Next has no rest after it.
    press('player:button.back')
    await elapse(0)
    await pressNext()
    expect(place()).toBe('item:s3')
  })

  it('does not follow Back, which shows the answer; another press on an option makes it follow again', async () => {
    three()
    tap('yes')
    await elapse(1000)
    press('player:button.back')
    await elapse(5000)
    expect(place()).toBe('item:s1')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'yes' }).checked).toBe(true)
    tap('yes')
    await elapse(400)
    expect(place()).toBe('item:s2')
  })

  it.each([
    ['a keyboard', () => fireEvent.click(screen.getByRole('radio', { name: 'yes' }), { detail: 0 })],
    ['a number', () => fireEvent.keyDown(document.body, { key: '2' })],
    ['a screen reader', () => fireEvent.click(screen.getByRole('radio', { name: 'yes' }), { detail: 1 })],
    ['what a screen reader makes of a press', () => tap('yes', '')],
    [
      'a finger that then touches something else',
      () => {
        tap('yes')
        fireEvent.pointerDown(document.body, { pointerType: 'touch' })
      },
    ],
    [
      'a finger, once it was switched off',
      () => {
        changeLook({ autoNext: false })
        tap('yes')
      },
    ],
  ])('does not follow %s', async (_, choose) => {
    three()
    act(() => void choose())
    await elapse(5000)
    expect(live.get().progress.answers.s1?.value).toBe('yes')
    expect(place()).toBe('item:s1')
  })

  it('does not follow once a question was read aloud, and the sheet of the text says so', async () => {
    three()
    await act(() => live.noteUse('readAloud'))
    tap('yes')
    await elapse(5000)
    expect(place()).toBe('item:s1')
    press('player:button.look')
    const off = screen.getByRole<HTMLInputElement>('checkbox', { name: /autoNext|Cevaptan sonra/ })
    expect(off.disabled).toBe(true)
  })

  it('does not follow other answers, where no way leads back, or on a page of ten', async () => {
    take([statements(statement('s1', 'single'), statement('s2'))])
    tap('yes')
    await elapse(5000)
    expect(place()).toBe('item:s1')
    cleanup()
    take([section('once', [], { navigation: 'linear', items: [statement('s1'), statement('s2')] })])
    tap('yes')
    await elapse(5000)
    expect(place()).toBe('item:s1')
  })
})

describe('a paused test', () => {
  it('hides its questions and goes on where it was, with the focus on what is asked', () => {
    take([section('one', ['q1', 'q2'])])
    const store = createLiveStore(live.get())
    cleanup()
    const { get, subscribe } = store
    render(<Player live={{ ...live, get, subscribe }} onLanguage={async () => undefined} />)
    const asked = () => screen.queryByRole('heading', { name: 'q1' })
    expect(asked()).not.toBeNull()
    act(() => store.changeHead({ pausedAt: new Date(now).toISOString() }))
    expect(asked()).toBeNull()
    const said = screen.getByRole('heading', { name: t('player-taking:paused.title') })
    expect(document.activeElement).toBe(said)
    expect(document.getElementById(said.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      t('player-taking:paused.time'),
    )
    act(() => store.changeHead({ pausedAt: null }))
    expect(asked()).not.toBeNull()
    expect(document.activeElement?.id).toBe('prompt')
  })
})
