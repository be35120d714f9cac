// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Form, Recording } from '#contract/participant.ts'
import { type PreviewAttempt, previewAttempt } from '../preview/attempt.ts'
import { t } from '../words.ts'
import { Player } from './Player.tsx'

type Section = Form['sections'][number]

const recorded = (...names: string[]): Recording[] =>
  names.map((name, index) => ({ file: name, marks: index, computerVoice: true }))
const item = (id: string, audio?: Recording[]) => ({
  id,
  type: 'single' as const,
  prompt: id,
  options: [
    { id: 'a', label: 'A' },
    { id: 'b', label: 'B' },
  ],
  ...(audio && { audio }),
})
const section = (id: string, items: Section['items'], more: Partial<Section> = {}): Section => ({
  id,
  title: id,
  instructions: '',
  navigation: 'free',
  items,
  ...more,
})

let live: PreviewAttempt
const { kept, playing } = vi.hoisted(() => ({
  kept: [] as string[],
  playing: { file: '', end: (_heard: boolean) => {} },
}))
// This tests when recordings are played, and which; device/recordings.test.ts tests how they are fetched and played.
vi.mock('../device/recordings.ts', () => ({
  keepRecordings: async (files: string[]) => void kept.push(...files),
  play: async (file: string, end: (heard: boolean) => void) => void Object.assign(playing, { file, end }),
  silence: () => {},
}))
let said: string[]

beforeEach(() => {
  kept.length = 0
  said = []
  // Stubs of the observers that jsdom lacks.
  const watcher = class {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', watcher)
  vi.stubGlobal('IntersectionObserver', watcher)
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  Element.prototype.scrollTo = () => undefined
  Element.prototype.scrollIntoView = () => undefined
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function take(...sections: Section[]) {
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
    () => 0,
  )
  render(<Player live={live} onLanguage={async () => undefined} />)
}
function withVoice() {
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => [{ lang: 'tr-TR' }],
    cancel: () => {},
    speak: ({ text }: { text: string }) => said.push(text),
  })
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      text: string
      constructor(text: string) {
        this.text = text
      }
    },
  )
}
const listen = () => screen.queryByRole('button', { name: 'player:button.listen' })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const ends = () => act(async () => playing.end(true))
const submit = () => fireEvent.submit(document.querySelector('form') ?? document.body)

describe('recordings', () => {
  it('are played one after the other without a voice of the device, are labelled, and count as use', async () => {
    vi.stubGlobal('speechSynthesis', undefined)
    take(
      section('s', [item('i', recorded('prompt', 'a', 'b'))], {
        instructions: 'Do.',
        audio: recorded('how'),
      }),
    )
    const used = vi.spyOn(live, 'noteUse')
    press('player:button.listen')
    expect(used).toHaveBeenCalledTimes(1)
    for (const file of ['how', 'prompt', 'a', 'b']) {
      expect(playing.file).toBe(file)
      screen.getByText('player:button.computerVoice')
      await ends()
    }
    expect(listen()).not.toBeNull()
    expect(screen.queryByText('player:button.computerVoice')).toBeNull()
  })

  it('are not there for items that must not be read aloud, nor is a button', () => {
    vi.stubGlobal('speechSynthesis', undefined)
    take(section('s', [item('silent')]))
    expect(listen()).toBeNull()
  })

  it('that cannot be played give way to the voice of the device', async () => {
    withVoice()
    take(section('s', [item('spoken', recorded('prompt', 'a', 'b'))]))
    press('player:button.listen')
    await act(async () => playing.end(false))
    expect(said).toEqual(['spoken'])
  })

  it('are fetched for the section that is taken, and none before the first item is there', async () => {
    vi.useFakeTimers()
    const practice = [
      { ...item('tried', recorded('p1')), key: 'a', feedback: { right: 'right', wrong: 'wrong' } },
    ]
    take(
      section('one', [item('x', recorded('x1', 'shared'))], { practice, audio: recorded('how1') }),
      section('two', [item('y', recorded('y1', 'shared'))]),
    )
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(kept).toEqual([])
    press(t('player-item:practice.skip'))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(kept).toEqual(['how1', 'p1', 'x1', 'shared'])
    submit()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(kept.slice(4)).toEqual(['y1', 'shared'])
  })
})

describe('practice until right', () => {
  const feedback = { right: 'Well done', wrong: 'It is A' }
  const tried = { ...item('p'), key: 'a', feedback }
  const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))

  it('is asked again until the answer is right, and offers help after the second wrong one', async () => {
    take(section('s', [item('i')], { practice: [tried], practiceUntilRight: true }))
    for (const help of [0, 1]) {
      choose('B')
      submit()
      await screen.findByText('It is A')
      expect(screen.queryAllByText(t('player-item:practice.askForHelp'))).toHaveLength(help)
      submit()
      await waitFor(() => expect(screen.queryByText('It is A')).toBeNull())
      expect(live.get().progress.place).toBe('practice:s:p')
      expect(screen.queryByRole('radio', { checked: true })).toBeNull()
    }
    choose('A')
    submit()
    await screen.findByText('Well done')
    submit()
    await waitFor(() => expect(live.get().progress.place).toBe('item:i'))
  })

  it('can be skipped, and elsewhere a wrong answer is enough', async () => {
    take(
      section('s', [item('i')], { practice: [tried], practiceUntilRight: true }),
      section('t', [item('j')]),
    )
    press(t('player-item:practice.skip'))
    await waitFor(() => expect(live.get().progress.place).toBe('item:i'))
    cleanup()
    take(section('s', [item('i')], { practice: [tried] }))
    choose('B')
    submit()
    await screen.findByText('It is A')
    submit()
    await waitFor(() => expect(live.get().progress.place).toBe('item:i'))
  })
})
