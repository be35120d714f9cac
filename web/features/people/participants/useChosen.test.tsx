// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Person } from '#contract/people.ts'
import { notNarrowed } from '../../memberships/selection.ts'
import { useChosen } from './useChosen.ts'

const person = (at: number, scoresOf?: string) =>
  ({
    membershipId: `m${at}`,
    userId: `u${at}`,
    name: `Kişi ${at}`,
    ...(scoresOf && { scoresOf }),
  }) as unknown as Person
const list = {
  kind: 'candidates',
  search: '',
  count: 12,
  filters: { ...notNarrowed, group: 'Depo', without: 'email', decision: 'hired' },
} as const

it('knows who is chosen by name and account, also from another page of the list', () => {
  const { result, rerender } = renderHook((rows: Person[]) => useChosen({ ...list, rows }), {
    initialProps: [person(1), person(2)],
  })
  act(() => result.current.selection.onChange(new Set(['m2'])))
  rerender([person(3)])
  act(() => result.current.selection.onChange(new Set(['m2', 'm3'])))
  expect(result.current.chosen).toEqual({ membershipIds: ['m2', 'm3'] })
  expect(result.current.selection.rowLabel('m2')).toBe('Kişi 2')
  expect(result.current.people).toEqual({
    kind: 'candidates',
    search: '',
    ...notNarrowed,
    all: false,
    ticked: [
      { userId: 'u2', membershipId: 'm2', name: 'Kişi 2' },
      { userId: 'u3', membershipId: 'm3', name: 'Kişi 3' },
    ],
  })
  act(() => result.current.selection.matching.onAll(true))
  expect(result.current.people).toEqual({
    kind: 'candidates',
    search: '',
    ...notNarrowed,
    group: 'Depo',
    without: 'email',
    decision: 'hired',
    all: true,
    ticked: [],
  })
  expect(result.current.amount).toBe(12)
})

it('knows the results that the list shows of those who are ticked, and none of all that it finds', () => {
  const { result, rerender } = renderHook(
    ({ inventory, rows }: { inventory: string; rows: Person[] }) =>
      useChosen({ ...list, filters: { ...list.filters, inventory }, rows }),
    { initialProps: { inventory: 'a', rows: [person(1, 'r1'), person(2)] } },
  )
  act(() => result.current.selection.onChange(new Set(['m1', 'm2'])))
  rerender({ inventory: 'a', rows: [person(3, 'r3')] })
  act(() => result.current.selection.onChange(new Set(['m1', 'm2', 'm3'])))
  expect(result.current.results).toEqual(['r1', 'r3'])
  act(() => result.current.selection.matching.onAll(true))
  expect(result.current.results).toEqual([])
  rerender({ inventory: 'b', rows: [person(3)] })
  expect([result.current.amount, result.current.results]).toEqual([0, []])
})

it('asks for a range of scores as the list does, and for none without a test', () => {
  const range = { score: 'total', score_from: '45', band: 'B1' }
  const { result, rerender } = renderHook(
    (filters: object) => useChosen({ ...list, filters: { ...notNarrowed, ...filters }, rows: [person(1)] }),
    { initialProps: { inventory: '01a200a6-5687-7193-ab55-3286dfbe573a', ...range } },
  )
  act(() => result.current.selection.matching.onAll(true))
  expect(result.current.chosen).toEqual({
    filter: { role: 'candidate', inventory: '01a200a6-5687-7193-ab55-3286dfbe573a', ...range },
  })
  rerender({ inventory: '', ...range })
  act(() => result.current.selection.matching.onAll(true))
  expect(result.current.chosen).toEqual({ filter: { role: 'candidate' } })
})
