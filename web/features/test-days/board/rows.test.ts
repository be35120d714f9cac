import { expect, it } from 'vitest'
import type { BoardState } from '#contract/board.ts'
import { boardRow } from '#test/support/board.ts'
import { byPerson, found, grouped, roomsOf, sinceOf } from './rows.ts'

const at = (minute: number) => `2026-11-26T10:${String(minute).padStart(2, '0')}:00Z`
const test = (code: string, state: BoardState, more: object = {}) =>
  boardRow({ membershipId: 'm1', assignmentId: code, inventory: { code, name: code }, state, ...more })
const currentOf = (...rows: ReturnType<typeof test>[]) => byPerson(rows)[0]?.row.assignmentId

it('shows of a person’s tests the one that runs, else the next, else the last', () => {
  const done = test('A', 'finished', { finishedAt: at(10) })
  const later = test('B', 'ended', { finishedAt: at(40) })
  const next = test('C', 'not_started')
  const after = test('D', 'not_started')
  const paused = test('E', 'paused', { startedAt: at(20) })
  expect(currentOf(done, next, after, paused)).toBe('E')
  expect(currentOf(done, next, after)).toBe('C')
  expect(currentOf(later, done)).toBe('B')
  expect(currentOf(test('F', 'offline', { startedAt: at(1) }), paused)).toBe('E')
})

it('puts who has finished a test and waits for the next one between the two', () => {
  const [done, next] = [test('A', 'finished', { finishedAt: at(10) }), test('C', 'not_started')]
  const { between, not_started, finished } = grouped(byPerson([done, next]))
  expect([between.length, not_started.length, finished.length]).toEqual([1, 0, 0])
  expect(grouped(byPerson([done])).finished).toHaveLength(1)
  expect(grouped(byPerson([next])).not_started).toHaveLength(1)
})

it('has each person once, in the order in which they come', () => {
  const of = (membershipId: string) => boardRow({ membershipId })
  expect(
    byPerson([of('m2'), of('m1'), of('m2')]).map(({ row, tests }) => [row.membershipId, tests.length]),
  ).toEqual([
    ['m2', 2],
    ['m1', 1],
  ])
})

it('puts the longest need for attention first, and who finished last', () => {
  const one = (membershipId: string, state: BoardState, more: object) =>
    boardRow({ membershipId, state, ...more })
  const groups = grouped(
    byPerson([
      one('fresh', 'offline', { seenAt: at(30) }),
      one('long', 'idle', { answeredAt: at(5) }),
      one('runs', 'running', {}),
      one('waits', 'paused', { pausedAt: at(3) }),
      one('rests', 'on_break', { pausedAt: at(4) }),
      one('early', 'finished', { finishedAt: at(7) }),
      one('ended', 'ended', { finishedAt: at(9) }),
      one('new', 'not_started', {}),
    ]),
  )
  const names = Object.fromEntries(
    Object.entries(groups).map(([group, people]) => [group, people.map(({ row }) => row.membershipId)]),
  )
  expect(names).toEqual({
    attention: ['long', 'fresh'],
    paused: ['waits'],
    on_break: ['rests'],
    running: ['runs'],
    between: [],
    not_started: ['new'],
    finished: ['ended', 'early'],
  })
})

it('counts the silence of somebody who has not answered at all from the start', () => {
  expect(sinceOf(boardRow({ state: 'idle', answeredAt: null, startedAt: at(2) }))).toBe(at(2))
})

it('finds people by parts of name and tablet, with or without Turkish letters', () => {
  const people = byPerson([
    boardRow({ membershipId: 'm1', name: 'Çiğdem Aydın', tablet: 'Tablet 03' }),
    boardRow({ membershipId: 'm2', name: 'İbrahim Şahin', tablet: 'Tablet 11' }),
  ])
  const names = (search: string) => found(people, search).map(({ row }) => row.membershipId)
  expect(names('cigdem')).toEqual(['m1'])
  expect(names('ŞAHİN')).toEqual(['m2'])
  expect(names('tablet 11')).toEqual(['m2'])
  expect(names(' ')).toEqual(['m1', 'm2'])
})

it('lists rooms once, in the order of their numbers', () => {
  const rooms = ['Salon 10', '', 'Salon 2', 'Salon 10'].map((room) => boardRow({ room }))
  expect(roomsOf(rooms)).toEqual(['Salon 2', 'Salon 10'])
})
