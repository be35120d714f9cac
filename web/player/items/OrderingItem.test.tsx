// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { FormItem } from '#contract/participant.ts'
import type { KeptAnswer } from '../attempt/model.ts'
import { OrderingItem } from './OrderingItem.tsx'

afterEach(cleanup)

const item: FormItem = {
  id: 'o',
  type: 'ordering',
  prompt: 'Put in order.',
  options: ['x', 'y', 'z'].map((id) => ({ id, label: id })),
}
let given: unknown

function Answered() {
  const [kept, setKept] = useState<KeptAnswer>()
  given = kept?.value
  return (
    <OrderingItem
      item={item}
      kept={kept}
      answer={(value) => setKept({ value, epoch: 1, seq: 1, at: '', state: 'stored' })}
    />
  )
}
const rows = () => screen.getAllByRole('listitem').map((row) => row.getAttribute('data-row'))
/** An arrow of the row of an option; in the tests its words are a key. */
const arrow = (id: string, way: 'up' | 'down') => {
  const found = document.querySelector<HTMLElement>(`[data-row=${id}] [data-${way}]`)
  if (!found) throw new Error(`no ${way} for ${id}`)
  return found
}

it('moves the row one is in by Alt and an arrow, whichever of its arrows has the focus', async () => {
  render(<Answered />)
  arrow('x', 'down').focus()
  fireEvent.keyDown(arrow('x', 'down'), { key: 'ArrowDown', altKey: true })
  expect(rows()).toEqual(['y', 'x', 'z'])
  await waitFor(() => expect(document.activeElement).toBe(arrow('x', 'down')))
  fireEvent.keyDown(arrow('x', 'down'), { key: 'ArrowUp', altKey: true })
  expect(rows()).toEqual(['x', 'y', 'z'])
  // Moving beyond the end of the list changes nothing, and without Alt the arrows scroll.
  fireEvent.keyDown(arrow('x', 'down'), { key: 'ArrowUp', altKey: true })
  fireEvent.keyDown(arrow('x', 'down'), { key: 'ArrowDown' })
  expect(rows()).toEqual(['x', 'y', 'z'])
  expect(given).toEqual(['x', 'y', 'z'])
})

it('says that the order is taken as it is, and keeps the focus in the list', async () => {
  render(<Answered />)
  expect(given).toBeUndefined()
  const agree = screen.getByRole('button', { name: 'player-item:item.orderIsRight' })
  agree.focus()
  fireEvent.click(agree)
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'player-item:item.orderIsRight' })).toBeNull(),
  )
  expect(given).toEqual(['x', 'y', 'z'])
  expect(screen.getByRole('status').textContent).toBe('player-item:item.orderKept')
  expect(document.activeElement).toBe(arrow('x', 'down'))
  fireEvent.click(arrow('x', 'down'))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('player-item:item.movedTo'))
})
