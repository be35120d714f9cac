// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { changeLook, setDark, startLook } from '../device/look.ts'
import { LookSheet } from './LookSheet.tsx'

/** True if the device has a mouse. */
let pointer = false
beforeEach(() => {
  // A phone: no pages of ten are offered. jsdom has no media queries.
  pointer = false
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: pointer && query.includes('pointer'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  changeLook({ contrast: false })
  setDark(false)
})

const dark = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /player:look\.dark/ })
const contrast = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'player:look.contrast' })
const isDark = () => document.documentElement.classList.contains('dark')

it('high contrast says why dark waits, and gives it back when it is switched off', () => {
  setDark(true)
  render(<LookSheet onClose={() => undefined} />)
  expect(dark().disabled).toBe(false)
  expect(isDark()).toBe(true)
  expect(screen.queryByText('player:look.noDark')).toBeNull()

  fireEvent.click(contrast())
  expect(isDark()).toBe(false)
  expect(dark().disabled).toBe(true)
  expect(dark().checked).toBe(true)
  expect(screen.getByText('player:look.noDark').closest('label')).toBe(dark().closest('label'))

  fireEvent.click(contrast())
  expect(isDark()).toBe(true)
  expect(dark().disabled).toBe(false)
  expect(screen.queryByText('player:look.noDark')).toBeNull()
})

it('offers no language that the test would not follow, and says why', () => {
  render(<LookSheet onClose={() => undefined} inTest languageStays />)
  screen.getByText('player:look.languageStays')
  expect(screen.queryByRole('button', { name: 'English' })).toBeNull()
})

it('offers shortcuts of the keyboard where there is one', () => {
  const offered = () => screen.queryByRole('checkbox', { name: 'player:look.shortcuts' }) !== null
  render(<LookSheet onClose={() => undefined} inTest />)
  expect(offered()).toBe(false)
  cleanup()
  pointer = true
  render(<LookSheet onClose={() => undefined} inTest />)
  expect(offered()).toBe(true)
})

it('follows the device’s mode until somebody chooses one, here or in the application', () => {
  localStorage.clear()
  const listeners: (() => void)[] = []
  const addEventListener = (_: string, listener: () => void) => listeners.push(listener)
  const system = { matches: true, addEventListener }
  vi.stubGlobal('matchMedia', (query: string) =>
    query.includes('color-scheme') ? system : { matches: false, addEventListener },
  )
  const turn = (matches: boolean) => {
    system.matches = matches
    for (const listener of listeners) listener()
  }
  startLook()
  expect(isDark()).toBe(true)
  turn(false)
  expect(isDark()).toBe(false)
  expect(localStorage.getItem('terazi.theme')).toBeNull()
  setDark(true)
  turn(false)
  expect(isDark()).toBe(true)
  expect(JSON.parse(localStorage.getItem('terazi.theme') ?? '')).toMatchObject({ state: { mode: 'dark' } })
  localStorage.clear()
})
