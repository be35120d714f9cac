// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DataTable, type DataTableProps } from './DataTable.tsx'
import { draw } from './testRender.tsx'

interface Person {
  id: string
  name: string
}

const people: Person[] = [
  { id: '1', name: 'Ayşe Demir' },
  { id: '2', name: 'Şükrü İğneci' },
]

afterEach(cleanup)

const table = (changes: Partial<DataTableProps<Person>> = {}) =>
  draw(
    <DataTable
      label="People"
      columns={[
        { key: 'name', header: 'Name', ordering: 'name', cell: (person) => person.name },
        { key: 'id', header: 'Number', cell: (person) => person.id },
      ]}
      rowKey={(person) => person.id}
      rows={people}
      count={48}
      page={1}
      pageSize={10}
      onPage={() => {}}
      empty={<p>Nobody yet</p>}
      noMatch={{ title: 'No match', clearLabel: 'Clear', onClear: () => {} }}
      {...changes}
    />,
  )

describe('its states', () => {
  it('full: rows, and where one is among them', async () => {
    await table()
    expect(screen.getAllByRole('row')).toHaveLength(3)
    expect(screen.getByText('1-10 / 48')).toBeTruthy()
  })

  it('loading: as many grey rows as a page holds, and nothing to read', async () => {
    const { container } = await table({ rows: undefined })
    expect(container.querySelectorAll('tbody tr')).toHaveLength(10)
    expect(container.querySelector('[aria-busy=true]')).toBeTruthy()
  })

  it('empty: what the list is for, without a table', async () => {
    await table({ rows: [], count: 0 })
    expect(screen.getByText('Nobody yet')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('no match: offers to clear', async () => {
    const onClear = vi.fn()
    await table({
      rows: [],
      count: 0,
      filtered: true,
      noMatch: { title: 'No match', clearLabel: 'Clear', onClear },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(onClear).toHaveBeenCalledTimes(1)
  })

  it('error: the words, the request id, and another try', async () => {
    const onRetry = vi.fn()
    await table({
      rows: undefined,
      failure: { title: 'Failed', message: 'Check your connection.', requestId: '7f3a', onRetry },
    })
    expect(within(screen.getByRole('alert')).getByText('7f3a')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(onRetry).toHaveBeenCalledTimes(1)
  })
})

it('leads back from a page behind the last one, and does not call the list empty', async () => {
  const onPage = vi.fn()
  await table({ rows: [], count: 48, page: 9, onPage })
  expect(onPage).toHaveBeenCalledWith(5)
  expect(screen.queryByText('Nobody yet')).toBeNull()
})

it('sorts up, then down, and says which way', async () => {
  const onOrdering = vi.fn()
  await table({ onOrdering })
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(onOrdering).toHaveBeenLastCalledWith('name')
  cleanup()
  await table({ onOrdering, ordering: 'name' })
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  fireEvent.click(screen.getByRole('button', { name: 'Name' }))
  expect(onOrdering).toHaveBeenLastCalledWith('-name')
})

it('selects a row and the page, and keeps what is selected on other pages', async () => {
  const onChange = vi.fn()
  const selected = new Set(['99'])
  await table({ selection: { selected, onChange, rowLabel: (id) => `Select ${id}` } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select 2' }))
  expect(onChange).toHaveBeenLastCalledWith(new Set(['99', '2']))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select everything on this page' }))
  expect(onChange).toHaveBeenLastCalledWith(new Set(['99', '1', '2']))
})

it('opens a row by its cells, not by what is pressed inside them', async () => {
  const onOpen = vi.fn()
  await table({
    onOpen,
    selection: { selected: new Set(), onChange: () => {}, rowLabel: (id) => `Select ${id}` },
  })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select 1' }))
  expect(onOpen).not.toHaveBeenCalled()
  fireEvent.click(screen.getByText('Ayşe Demir'))
  expect(onOpen).toHaveBeenCalledWith(people[0])
})
