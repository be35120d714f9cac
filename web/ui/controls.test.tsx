// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { CopyButton } from './button/CopyButton.tsx'
import { PasswordField } from './form/PasswordField.tsx'
import { TextareaField } from './form/TextareaField.tsx'
import { CardFooter } from './layout/Card.tsx'
import { ConfirmDialog } from './overlay/ConfirmDialog.tsx'
import { SidePanel } from './overlay/SidePanel.tsx'
import { draw } from './testRender.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('a password is hidden until it is asked for, and says when it is wrong', async () => {
  await draw(<PasswordField label="Password" error="Enter your password" />)
  const input = screen.getByLabelText('Password')
  expect(input.getAttribute('type')).toBe('password')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input.getAttribute('type')).toBe('text')
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input.getAttribute('type')).toBe('password')
})

it('a secret that is no password is not called one', async () => {
  await draw(<PasswordField label="Client secret" secret />)
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  screen.getByRole('button', { name: 'Hide' })
})

it('an untouched field keeps its error to itself', async () => {
  await draw(<TextareaField label="Description" error="Required" touched={false} optional />)
  expect(screen.queryByText('Required')).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Description optional' }).hasAttribute('aria-invalid')).toBe(
    false,
  )
})

it('a destructive act is named with its object and its consequence', async () => {
  const onConfirm = vi.fn()
  const onClose = vi.fn()
  await draw(
    <ConfirmDialog
      opened
      title="Remove Ayşe Demir?"
      consequence="Her 2 pending tests are cancelled and 2 units are returned."
      confirmLabel="Remove Ayşe Demir"
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  )
  expect(screen.getByRole('dialog', { name: 'Remove Ayşe Demir?' }).textContent).toContain(
    '2 units are returned',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(onClose).toHaveBeenCalledTimes(1)
  fireEvent.click(screen.getByRole('button', { name: 'Remove Ayşe Demir' }))
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

it('what was copied is said for two seconds', async () => {
  const written: string[] = []
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => written.push(text) },
  })
  await draw(
    <CardFooter>
      <CopyButton value="https://terazi.test/link" label="Copy link" copiedLabel="Link copied to clipboard" />
    </CardFooter>,
  )
  vi.useFakeTimers()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Copy link' })))
  expect(written).toEqual(['https://terazi.test/link'])
  expect(screen.getByRole('status').textContent).toBe('Link copied to clipboard')
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.getByRole('status').textContent).toBe('Copy')
})

it('Escape closes a panel, but not a form in which something was typed', async () => {
  const onClose = vi.fn()
  const closedAfter = async (held: boolean, typed: boolean) => {
    onClose.mockReset()
    await draw(
      <SidePanel opened held={held} title="Ayşe Demir" onClose={onClose}>
        <input aria-label="Note" />
      </SidePanel>,
    )
    const input = screen.getByLabelText('Note')
    if (typed) fireEvent.input(input, { target: { value: 'a' } })
    fireEvent.keyDown(input, { key: 'Escape' })
    cleanup()
    return onClose.mock.calls.length > 0
  }
  expect([await closedAfter(true, false), await closedAfter(true, true)]).toEqual([true, false])
  expect(await closedAfter(false, true)).toBe(true)
})
