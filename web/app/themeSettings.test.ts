// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'
import {
  applyTheme,
  defaultTheme,
  setLayout,
  setMode,
  setSideNavCollapse,
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

it('writes mode and direction on the document', () => {
  const root = document.createElement('html')
  root.className = 'light other'
  applyTheme({ ...defaultTheme, mode: 'dark', direction: 'rtl' }, root)
  expect([...root.classList].sort()).toEqual(['dark', 'other'])
  expect(root.dir).toBe('rtl')
})
