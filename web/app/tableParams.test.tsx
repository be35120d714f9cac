// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, it } from 'vitest'
import { useTableParams } from './tableParams.ts'

const filters = ['status', 'group'] as const

function at(address: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  )
  return renderHook(() => ({ table: useTableParams(filters, '-createdAt'), search: useLocation().search }), {
    wrapper,
  })
}

it('reads page, size, search, sort and filters from the address', () => {
  const { result } = at('/list?page=3&page_size=25&search=ay%C5%9Fe&ordering=name&status=pending')
  expect(result.current.table).toMatchObject({
    page: 3,
    pageSize: 25,
    search: 'ayşe',
    ordering: 'name',
    filters: { status: 'pending', group: '' },
    filtered: true,
  })
})

it('does not believe nonsense in the address', () => {
  const { result } = at('/list?page=-1&page_size=7')
  expect(result.current.table).toMatchObject({
    page: 1,
    pageSize: 10,
    ordering: '-createdAt',
    filtered: false,
  })
})

it('goes back to the first page when search, sort or a filter changes', () => {
  const { result } = at('/list?page=3')
  act(() => result.current.table.setFilters({ status: 'completed' }))
  expect(result.current.search).toBe('?status=completed')
  act(() => result.current.table.setPage(2))
  act(() => result.current.table.setSearch('  ali '))
  expect(result.current.search).toBe('?status=completed&search=ali')
})

it('keeps in the address which columns are not shown, through a search and its clearing', () => {
  const { result } = at('/list?hide=group,joined')
  expect(result.current.table.hidden).toEqual(['group', 'joined'])
  act(() => result.current.table.setHidden(['joined']))
  act(() => result.current.table.setSearch('ali'))
  act(() => result.current.table.clear())
  expect(result.current.search).toBe('?hide=joined')
  act(() => result.current.table.setHidden([]))
  expect(result.current.search).toBe('')
})

it('clears search and filters at once, and keeps what is not its own', () => {
  const { result } = at('/list?search=a&status=pending&page=2&page_size=25&other=1')
  act(() => result.current.table.clear())
  expect(result.current.search).toBe('?page_size=25&other=1')
})
