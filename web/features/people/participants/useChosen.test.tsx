// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Person } from '#contract/people.ts'
import { useChosen } from './useChosen.ts'

const person = (at: number) =>
  ({ membershipId: `m${at}`, userId: `u${at}`, name: `Kişi ${at}` }) as unknown as Person
const list = {
  kind: 'candidates',
  search: '',
  count: 12,
  filters: { group: 'Depo', without: 'email', decision: 'hired' },
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
    group: '',
    without: '',
    decision: '',
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
    group: 'Depo',
    without: 'email',
    decision: 'hired',
    all: true,
    ticked: [],
  })
  expect(result.current.amount).toBe(12)
})
