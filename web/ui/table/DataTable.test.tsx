// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { draw } from '../testRender.tsx'
import { DataTable } from './DataTable.tsx'
import type { DataTableProps } from './tableTypes.ts'

interface Person {
  id: string
  name: string
}

const people: Person[] = [
  { id: '1', name: 'Ayşe Demir' },
  { id: '2', name: 'Şükrü İğneci' },
]

afterEach(cleanup)

const table = (changes: Partial<DataTableProps<Person>> = {}, screen?: { narrow: boolean }) =>
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
    screen,
  )

describe('its states', () => {
  it('full: rows, and where one is among them', async () => {
    await table()
    expect(screen.getAllByRole('row')).toHaveLength(3)
    expect(screen.getByText('1-10 / 48')).toBeTruthy()
  })

  it('loading: as many grey rows as a page has, and nothing to read', async () => {
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

it('sorts a column whose highest come first down, then up', async () => {
  const onOrdering = vi.fn()
  const columns = [
    { key: 'score', header: 'Score', ordering: 'score', highestFirst: true, cell: ({ id }: Person) => id },
  ]
  await table({ columns, onOrdering })
  fireEvent.click(screen.getByRole('button', { name: 'Score' }))
  expect(onOrdering).toHaveBeenLastCalledWith('-score')
  cleanup()
  await table({ columns, onOrdering, ordering: '-score' })
  fireEvent.click(screen.getByRole('button', { name: 'Score' }))
  expect(onOrdering).toHaveBeenLastCalledWith('score')
})

it('opens a row by a button in its first cell where nothing else in it can be pressed', async () => {
  const onOpen = vi.fn()
  const columns = [{ key: 'name', header: 'Name', opens: true as const, cell: ({ name }: Person) => name }]
  await table({ columns, onOpen })
  fireEvent.click(screen.getByRole('button', { name: 'Ayşe Demir' }))
  expect(onOpen.mock.calls).toEqual([[people[0]]])
})

it('selects a row and the page, and keeps what is selected on other pages', async () => {
  const onChange = vi.fn()
  const selected = new Set(['99'])
  await table({ selection: { selected, onChange, rowLabel: (id) => `Select ${id}` } })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select 2' }))
  expect(onChange).toHaveBeenLastCalledWith(new Set(['99', '2']))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
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

describe('its columns', () => {
  const choice = (hidden: string[], onHidden = vi.fn()) =>
    table({
      columns: [
        { key: 'name', header: 'Name', name: 'Name', cell: (person) => person.name },
        { key: 'id', header: 'Number', name: 'Number', cell: (person) => person.id },
      ],
      columnChoice: { hidden, onHidden },
    })

  it('those put away are not in the table', async () => {
    await choice(['id'])
    expect(screen.queryByRole('columnheader', { name: 'Number' })).toBeNull()
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy()
  })

  it('the one that says whose row it is always stays, even if the address hides it', async () => {
    await choice(['name'])
    expect(screen.getByRole('columnheader', { name: 'Name' })).toBeTruthy()
  })

  it('are put away and brought back in a list that names them', async () => {
    const onHidden = vi.fn()
    await choice([], onHidden)
    fireEvent.click(screen.getByRole('button', { name: 'Columns' }))
    expect((await screen.findByLabelText(/^Name/)).hasAttribute('disabled')).toBe(true)
    fireEvent.click(screen.getByLabelText('Number'))
    expect(onHidden).toHaveBeenCalledWith(['id'])
  })
})

describe('rows selected', () => {
  const selecting = (selected: string[], all = false) => {
    const onChange = vi.fn()
    const onAll = vi.fn()
    const drawn = table({
      selection: {
        selected: new Set(selected),
        onChange,
        rowLabel: (key) => `Select ${key}`,
        matching: { all, onAll },
        actions: <button type="button">Remind</button>,
      },
    })
    return { drawn, onChange, onAll }
  }

  it('none: nothing to do', async () => {
    await selecting([]).drawn
    expect(screen.queryByRole('button', { name: 'Remind' })).toBeNull()
  })

  it('some: how many, what can be done, and the way to all that match', async () => {
    const { drawn, onAll } = selecting(['1', '2'])
    await drawn
    expect(screen.getByRole('status').textContent).toBe('2 rows selected')
    expect(screen.getByRole('button', { name: 'Remind' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Select all 48 matches' }))
    expect(onAll).toHaveBeenCalledWith(true)
  })

  it('all that match: counts every page, and unticking one ends it', async () => {
    const { drawn, onAll, onChange } = selecting(['1', '2'], true)
    await drawn
    expect(screen.getByRole('status').textContent).toBe('48 rows selected')
    fireEvent.click(screen.getByLabelText('Select 1'))
    expect(onAll).toHaveBeenCalledWith(false)
    expect(onChange).toHaveBeenCalledWith(new Set(['2']))
  })
})

describe('on a phone', () => {
  const phone = { narrow: true }

  it('stays a table for screen readers, with every column named', async () => {
    await table({}, phone)
    expect(within(screen.getByRole('table')).getAllByRole('columnheader')).toHaveLength(2)
    expect(screen.getAllByRole('cell').map((cell) => cell.getAttribute('data-name'))).toEqual([
      null,
      'Number',
      null,
      'Number',
    ])
  })

  it('is sorted by a field, then the other way round', async () => {
    const onOrdering = vi.fn()
    await table({ ordering: 'name', onOrdering }, phone)
    expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveProperty('value', 'Name')
    fireEvent.click(screen.getByRole('button', { name: 'Sort descending' }))
    expect(onOrdering).toHaveBeenLastCalledWith('-name')
  })

  it('lets the whole page be ticked', async () => {
    const onChange = vi.fn()
    await table({ selection: { selected: new Set(), onChange, rowLabel: (id) => `Select ${id}` } }, phone)
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(onChange).toHaveBeenLastCalledWith(new Set(['1', '2']))
  })

  it('turns its pages one at a time, and to the last', async () => {
    const onPage = vi.fn()
    await table({ page: 2, onPage }, phone)
    expect(screen.getByText('2 / 5')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }))
    fireEvent.click(screen.getByRole('button', { name: 'Last page' }))
    expect(onPage.mock.calls).toEqual([[3], [5]])
  })
})
