// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { noAccommodations } from '#contract/accommodation-fields.ts'
import turkish from '../../../locales/tr/player.json' with { type: 'json' }
import { keepWords } from '../words.ts'
import { DonePage } from './DonePage.tsx'
import type { ListedAssignment } from './list.ts'

afterEach(cleanup)

const done = (count: number, inTime: string[] = [], next?: ListedAssignment, ended?: true, left?: number) =>
  render(
    <DonePage
      ended={ended}
      left={left}
      person="Ayşe"
      client="Anadolu Gıda"
      receipt="TRZ-1"
      at="2026-11-20T10:00:00Z"
      timeZone="Europe/Istanbul"
      next={next}
      late={{ count, inTime }}
    />,
  )

it('says beside the receipt that answers came after the limit, and nothing where none did', () => {
  done(0)
  expect(screen.queryByText('player:done.late')).toBeNull()
  cleanup()
  done(2)
  screen.getByText('player:done.late')
  cleanup()
  done(2, ['2026-11-20T09:58:00Z', '2026-11-20T09:59:00Z'])
  screen.getByText('player:done.late player:done.lateInTime')
})

it('says that a manager ended the test, in place of that all answers have arrived', () => {
  done(0, [], undefined, true)
  screen.getByText('player:done.ended')
  expect(screen.queryByText('player:done.arrived')).toBeNull()
})

const next: ListedAssignment = {
  id: 'next',
  client: { name: 'Anadolu', phone: '' },
  description: '',
  status: 'pending',
  locale: 'tr',
  inventory: { code: 'ENGLISH', name: 'English', description: '' },
  minutes: 45,
  itemCount: 75,
  createdAt: '2026-11-20T09:00:00Z',
  timeZone: 'Europe/Istanbul',
  startedAt: null,
  completedAt: null,
  deadline: null,
  answered: 0,
  receipt: null,
  reportVisible: false,
  dueDate: null,
  testDay: null,
  opening: { after: null, pauseMinutes: 15, at: '2026-11-20T10:15:00Z' },
  accommodations: noAccommodations,
}

it('says how many tests are left, and which is next', () => {
  keepWords('player', { tr: turkish, en: turkish })
  done(0, [], next, undefined, 3)
  screen.getByText('3 test kaldı. Sıradaki:')
  screen.getByText(/^English, /)
  keepWords('player', { tr: {}, en: {} })
})

it('says when the next test opens, and leads there from then on', () => {
  vi.useFakeTimers()
  const goNext = () => screen.queryByRole('button', { name: 'player:done.goNext' })
  done(0, [], next)
  screen.getByText('player:opening.today')
  expect(goNext()).toBeNull()
  act(() => vi.advanceTimersByTime(15 * 60_000))
  expect(goNext()).not.toBeNull()
  expect(screen.queryByText('player:opening.today')).toBeNull()
  vi.useRealTimers()
})

it('shows everybody what the test says at its end, with the client’s contact where there is one', () => {
  const closing = { title: 'Destek', text: 'Acil durumda 112’yi arayın.' }
  const shown = (contact?: string) => {
    render(
      <DonePage
        person={'Ayşe'}
        client={'Anadolu'}
        receipt={'TRZ-AAAA-BB'}
        at={'2026-11-20T10:00:00Z'}
        timeZone={'Europe/Istanbul'}
        next={undefined}
        late={{ count: 0, inTime: [] }}
        closing={{ ...closing, ...(contact !== undefined && { contact }) }}
      />,
    )
    screen.getByRole('heading', { name: 'Destek' })
    screen.getByText('Acil durumda 112’yi arayın.')
    const named = screen.queryByText('İşyeri hekimi') !== null
    cleanup()
    return named
  }
  expect([shown(), shown('İşyeri hekimi')]).toEqual([false, true])
})
