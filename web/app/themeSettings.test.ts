// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import {
  applyTheme,
  defaultTheme,
  printByDay,
  resetTheme,
  setLayout,
  setMode,
  setSideNavCollapse,
  setTheme,
  useThemeSettings,
} from './themeSettings.ts'

beforeEach(() => useThemeSettings.setState(defaultTheme, true))

it('is kept under the agreed name with the agreed fields', () => {
  setSideNavCollapse(true)
  expect(JSON.parse(localStorage.getItem('terazi.theme') ?? '')).toEqual({
    state: {
      themeColor: 'indigo',
      direction: 'ltr',
      mode: 'light',
      primaryColorLevel: 600,
      cardBordered: false,
      panelExpand: false,
      controlSize: 'md',
      navMode: 'light',
      layout: { type: 'classic', sideNavCollapse: true },
    },
    version: 0,
  })
})

it('lets the navigation follow the mode', () => {
  setMode('dark')
  expect(useThemeSettings.getState()).toMatchObject({ mode: 'dark', navMode: 'dark' })
  setMode('light')
  expect(useThemeSettings.getState()).toMatchObject({ mode: 'light', navMode: 'light' })
})

it('forces transparent navigation and bordered cards in the modern layout and takes them back after it', () => {
  setMode('dark')
  setLayout('modern')
  expect(useThemeSettings.getState()).toMatchObject({ navMode: 'transparent', cardBordered: true })
  setMode('light')
  expect(useThemeSettings.getState().navMode).toBe('transparent')
  setLayout('classic')
  expect(useThemeSettings.getState()).toMatchObject({ navMode: 'light', cardBordered: false })
})

it('gives back what was chosen before the modern layout', () => {
  setTheme({ navMode: 'themed', cardBordered: true })
  setLayout('modern')
  setLayout('modern')
  setLayout('simple')
  expect(useThemeSettings.getState()).toMatchObject({ navMode: 'themed', cardBordered: true })
})

it('starts with the panel that was left open', () => {
  setMode('dark')
  setLayout('modern')
  setTheme({ themeColor: 'teal', controlSize: 'lg', panelExpand: true })
  resetTheme()
  expect(useThemeSettings.getState()).toEqual({ ...defaultTheme, panelExpand: true })
})

it('keeps what it knows of a stored theme and leaves out what it does not', async () => {
  const state = {
    ...defaultTheme,
    themeColor: 'plaid',
    primaryColorLevel: 450,
    mode: 'dark',
    layout: { type: 'attic', sideNavCollapse: true },
  }
  localStorage.setItem('terazi.theme', JSON.stringify({ state, version: 0 }))
  await useThemeSettings.persist.rehydrate()
  expect(useThemeSettings.getState()).toEqual({
    ...defaultTheme,
    mode: 'dark',
    layout: { type: 'classic', sideNavCollapse: true },
  })
})

it('writes the choices on the document', () => {
  const root = document.createElement('html')
  root.className = 'light other'
  applyTheme({ ...defaultTheme, mode: 'dark', direction: 'rtl' }, root)
  expect([...root.classList].sort()).toEqual(['dark', 'other'])
  expect(root.dir).toBe('rtl')
  expect(root.dataset).toMatchObject({ themeColor: 'indigo', primaryLevel: '600', controlSize: 'md' })
})

it('is drawn on paper as by day, and on the screen as before', () => {
  const root = document.documentElement
  useThemeSettings.setState({ ...defaultTheme, mode: 'dark' })
  applyTheme(useThemeSettings.getState())
  const stop = printByDay()
  window.dispatchEvent(new Event('beforeprint'))
  expect([...root.classList]).toEqual(['light'])
  expect(useThemeSettings.getState().mode).toBe('dark')
  window.dispatchEvent(new Event('afterprint'))
  expect([...root.classList]).toEqual(['dark'])
  stop()
})
