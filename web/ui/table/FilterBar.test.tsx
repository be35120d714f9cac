// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { draw } from '../testRender.tsx'
import { FilterBar } from './FilterBar.tsx'
import type { Filter } from './filters.ts'

afterEach(cleanup)

const data = [
  { value: 'a', label: 'Line 1' },
  { value: 'b', label: 'Line 2' },
]
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

it('shows each filter that is set as a chip that can be taken away', async () => {
  const heard: unknown[] = []
  const filters: Filter[] = [
    { key: 'g', kind: 'some', label: 'Group', data, chosen: ['a', 'b'], onChange: (to) => heard.push(to) },
    { key: 's', kind: 'one', label: 'Status', data, chosen: '', onChange: (to) => heard.push(to) },
    {
      key: 'd',
      kind: 'days',
      label: 'Days',
      days: { from: '2026-11-01', to: '' },
      onChange: (to) => heard.push(to),
    },
    { key: 'p', kind: 'given', label: 'Person', value: 'Ayşe', onClear: () => heard.push('person') },
  ]
  await draw(<FilterBar filters={filters} onClear={undefined} />)
  screen.getByText('Line 1 or Line 2')
  screen.getByText('from 1 Nov 2026')
  expect(screen.queryByRole('button', { name: 'Remove filter: Status' })).toBeNull()
  for (const name of ['Group', 'Days', 'Person']) press(`Remove filter: ${name}`)
  expect(heard).toEqual([[], { from: '', to: '' }, 'person'])
})

it('adds one value at a press, and several together', async () => {
  const heard: unknown[] = []
  const filters: Filter[] = [
    { key: 's', kind: 'one', label: 'Status', data, chosen: '', onChange: (to) => heard.push(to) },
    { key: 'g', kind: 'some', label: 'Group', data, chosen: ['b'], onChange: (to) => heard.push(to) },
  ]
  await draw(<FilterBar filters={filters} onClear={undefined} />)
  press('Filter')
  fireEvent.click(await screen.findByRole('button', { name: 'Status' }))
  press('Line 1')
  expect(heard).toEqual(['a'])
  press('Filter')
  fireEvent.click(await screen.findByRole('button', { name: 'Group' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Line 1' }))
  press('Apply')
  expect(heard).toEqual(['a', ['a', 'b']])
})

it('searches a long list', async () => {
  const many = Array.from({ length: 20 }, (_, at) => ({ value: String(at), label: `İşlem ${at}` }))
  const filters: Filter[] = [
    { key: 's', kind: 'one', label: 'Action', data: many, chosen: '', onChange: () => {} },
  ]
  await draw(<FilterBar filters={filters} onClear={undefined} />)
  press('Action')
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'islem 19' } })
  await screen.findByRole('button', { name: 'İşlem 19' })
  await expect.poll(() => screen.queryByRole('button', { name: 'İşlem 1' })).toBeNull()
})
