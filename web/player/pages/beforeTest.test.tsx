// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import type { OwnAssignment } from '../attempt/start.ts'
import { changeLook } from '../device/look.ts'
import { BeforePage } from './BeforePage.tsx'
import type { ListedAssignment } from './list.ts'
import { WelcomePage } from './WelcomePage.tsx'

const listed = (code: string, dueDate: string | null): ListedAssignment => ({
  id: code,
  client: { name: 'Anadolu', phone: '' },
  description: '',
  status: 'pending',
  locale: 'tr',
  inventory: { code, name: code, description: '' },
  minutes: 55,
  itemCount: 72,
  createdAt: '2026-11-20T10:00:00Z',
  timeZone: 'Europe/Istanbul',
  startedAt: null,
  completedAt: null,
  deadline: null,
  answered: 0,
  receipt: null,
  reportVisible: false,
  dueDate,
  testDay: null,
  opening: null,
  accommodations: noAccommodations,
})
const greet = (...list: ListedAssignment[]) =>
  render(<WelcomePage name="Ayşe" list={list} serverTime="2026-11-20T10:00:00Z" />)
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
/** The facts that are shown once for all tests. */
const common = () => document.querySelector('dl')?.textContent

afterEach(cleanup)

describe('the greeting', () => {
  it('says a last day that is common to all tests once', () => {
    greet(listed('MYT', '2026-12-02'), listed('AYT', '2026-12-02'))
    expect(common()).toBeUndefined()
    expect(screen.getByText('player:welcome.oneNowUntil')).toBeDefined()
    expect(rows().join()).not.toContain('Aralık')
  })

  it('says beside each test its own last day where they differ', () => {
    greet(listed('MYT', '2026-12-02'), listed('ENGLISH', '2026-12-09'), listed('AYT', null))
    expect(rows()).toEqual([
      expect.stringMatching(/MYT.*facts\.due: 2 Aralık 2026/),
      expect.stringMatching(/ENGLISH.*facts\.due: 9 Aralık 2026/),
      expect.stringMatching(/AYT.*facts\.noDue/),
    ])
    expect(common()).toBeUndefined()
  })

  it('says from when each test can be started, and doesn’t ask to begin before', () => {
    const at = { after: null, pauseMinutes: 0, at: '2026-11-21T06:00:00Z' }
    greet(
      { ...listed('MYT', null), opening: at },
      { ...listed('AYT', null), opening: { ...at, after: 'MYT', pauseMinutes: 10 } },
    )
    expect(rows()).toEqual([
      expect.stringMatching(/MYT.*opening\.at/),
      expect.stringMatching(/AYT.*opening\.after.*opening\.pause.*opening\.at/),
    ])
    screen.getByRole('button', { name: 'player:list.prepare' })
    expect(screen.queryByRole('button', { name: 'player:welcome.begin' })).toBeNull()
  })

  it('speaks of no last day where there is none', () => {
    greet(listed('MYT', null), listed('AYT', null))
    expect(document.body.textContent).not.toMatch(/facts\.(due|noDue)/)
  })
})

describe('the page before the test', () => {
  const prepare = (
    description: string,
    opening: OwnAssignment['opening'] = null,
    preTest: OwnAssignment['preTest'] = [],
    accommodations: Partial<OwnAssignment['accommodations']> = {},
    hasAutoNext = false,
  ) => {
    const assignment: OwnAssignment = {
      ...listed('MYT', null),
      opening,
      accommodations: { ...noAccommodations, ...accommodations },
      serverTime: '2026-11-20T10:00:00Z',
      description,
      notices: [],
      preTest,
      hasPractice: false,
      hasAutoNext,
      timed: true,
      personName: 'Ayşe',
    }
    render(<BeforePage assignment={assignment} onStart={async () => undefined} />)
  }

  it('has its button from the moment the test opens', () => {
    vi.useFakeTimers()
    const start = () => screen.queryByRole('button', { name: 'player:button.start' })
    prepare('', { after: null, pauseMinutes: 0, at: '2026-11-20T10:30:00Z' })
    expect(screen.getByRole('status').textContent).toBe('player:opening.today')
    expect(start()).toBeNull()
    act(() => vi.advanceTimersByTime(29 * 60_000))
    expect(start()).toBeNull()
    act(() => vi.advanceTimersByTime(60_000))
    expect(start()).not.toBeNull()
    vi.useRealTimers()
  })

  it('leads back to the list while another test comes first', () => {
    prepare('', { after: 'AYT', pauseMinutes: 0, at: null })
    expect(screen.getByRole('status').textContent).toBe('player:opening.after')
    screen.getByRole('button', { name: 'player:button.myAssignments' })
  })

  it('announces the breaks and the extra time that this person has, and nothing to anybody else', async () => {
    const arranged = () => screen.queryByRole('region', { name: 'Size özel' })?.textContent
    prepare('', null, [], { breaks: 2, breakMinutes: 5 })
    await screen.findByText(/2 mola verebilirsiniz, her biri en fazla 5 dakika\. Molada süreniz durur\./)
    expect(arranged()).not.toContain('Ek süre')
    cleanup()
    prepare('', null, [], { timePercent: 150 })
    await screen.findByText('Ek süreniz, gördüğünüz sürelere dahildir.')
    expect(arranged()).not.toContain('mola')
    cleanup()
    // The note beside the button says that there is no limit.
    for (const own of [{ textSize: 2 }, {}] as const) {
      prepare('', null, [], own)
      await act(() => vi.dynamicImportSettled())
      expect(arranged()).toBeUndefined()
      cleanup()
    }
  })

  it('shows the participant what the client wrote', () => {
    prepare('Hat operatörü alımı')
    expect(screen.getByText('Hat operatörü alımı').parentElement?.textContent).toContain('Anadolu')
  })

  it('leaves no empty place where the client wrote nothing', () => {
    prepare('')
    expect(document.body.textContent).not.toContain('Anadolu')
  })

  it('says beside the button what the device will note, whole with all rules', () => {
    prepare('')
    expect(document.querySelector('footer')?.textContent).toContain('player:before.recorded')
    fireEvent.click(screen.getByRole('button', { name: 'player:before.more' }))
    expect(screen.getByText('player:before.recordedWhole')).toBeDefined()
  })

  it('announces that the next question follows an answer, unless that is switched off or no question does', () => {
    const said = () => document.querySelector('footer')?.textContent?.includes('player:before.autoNext')
    prepare('', null, [], {}, true)
    expect(said()).toBe(true)
    act(() => changeLook({ autoNext: false }))
    expect(said()).toBe(false)
    act(() => changeLook({ autoNext: true }))
    cleanup()
    prepare('')
    expect(said()).toBe(false)
  })

  it('reads its rules aloud where they are recorded', () => {
    const line = { id: 'no_blanks', text: 'Boş bırakmayın.' }
    prepare('', null, [line])
    expect(screen.queryByRole('button', { name: 'player:button.listen' })).toBeNull()
    cleanup()
    prepare('', null, [{ ...line, audio: [{ file: 'a'.repeat(64) }] }])
    screen.getByRole('button', { name: 'player:button.listen' })
  })
})
