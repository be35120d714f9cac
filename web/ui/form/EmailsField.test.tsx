// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { draw } from '../testRender.tsx'
import { EmailsField } from './EmailsField.tsx'

afterEach(cleanup)

const isEmail = (text: string) => /^\S+@\S+\.\S+$/.test(text)

const field = (value: string[], onChange = vi.fn()) =>
  draw(<EmailsField label="Recipients" value={value} onChange={onChange} isEmail={isEmail} />)

it('splits what is pasted, with any separators between the addresses', async () => {
  const onChange = vi.fn()
  await field(['ayse@example.test'], onChange)
  const text = 'can@example.test; elif@example.test\nomer@example.test'
  fireEvent.paste(screen.getByRole('textbox', { name: 'Recipients' }), {
    clipboardData: { getData: () => text },
  })
  expect(onChange).toHaveBeenCalledWith([
    'ayse@example.test',
    'can@example.test',
    'elif@example.test',
    'omer@example.test',
  ])
})

it('leaves a single pasted address in the field, where it can still be corrected', async () => {
  const onChange = vi.fn()
  await field([], onChange)
  fireEvent.paste(screen.getByRole('textbox', { name: 'Recipients' }), {
    clipboardData: { getData: () => ' can@example.test ' },
  })
  expect(onChange).not.toHaveBeenCalled()
})

it('keeps what is no address, and says so', async () => {
  await field(['ayse@example.test', 'ayse@'])
  expect(screen.getAllByRole('img', { name: 'Not a valid address:' })).toHaveLength(1)
})

it('takes one out by its own button', async () => {
  const onChange = vi.fn()
  await field(['ayse@example.test', 'can@example.test'], onChange)
  fireEvent.click(screen.getByRole('button', { name: 'Remove ayse@example.test' }))
  expect(onChange).toHaveBeenCalledWith(['can@example.test'])
})

it('adds what was typed by Enter, by a comma, and on leaving; the same address once', async () => {
  const onChange = vi.fn()
  await field(['ayse@example.test'], onChange)
  const input = screen.getByRole('textbox', { name: 'Recipients' })
  const typed = (value: string) => fireEvent.change(input, { target: { value } })
  typed('can@example.test')
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(onChange).toHaveBeenLastCalledWith(['ayse@example.test', 'can@example.test'])
  typed('Ayse@Example.test')
  fireEvent.keyDown(input, { key: ',' })
  expect(onChange).toHaveBeenLastCalledWith(['ayse@example.test'])
  typed('elif@example.test')
  fireEvent.blur(input)
  expect(onChange).toHaveBeenLastCalledWith(['ayse@example.test', 'elif@example.test'])
})
