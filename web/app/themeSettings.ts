import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { deviceSlice } from './storage.ts'

export type Mode = 'light' | 'dark'
export type NavMode = 'light' | 'dark' | 'themed' | 'transparent'
export type LayoutType = 'classic' | 'modern' | 'simple' | 'stackedSide' | 'decked' | 'blank'
export type ControlSize = 'xs' | 'sm' | 'md' | 'lg'

export interface ThemeSettings {
  themeColor: string
  direction: 'ltr' | 'rtl'
  mode: Mode
  primaryColorLevel: number
  cardBordered: boolean
  panelExpand: boolean
  controlSize: ControlSize
  navMode: NavMode
  layout: { type: LayoutType; sideNavCollapse: boolean }
}

export const defaultTheme: ThemeSettings = {
  themeColor: 'indigo',
  direction: 'ltr',
  mode: 'light',
  primaryColorLevel: 600,
  cardBordered: false,
  panelExpand: false,
  controlSize: 'md',
  navMode: 'light',
  layout: { type: 'classic', sideNavCollapse: false },
}

export const useThemeSettings = create<ThemeSettings>()(
  persist(() => defaultTheme, {
    name: 'terazi.theme',
    version: 0,
    storage: createJSONStorage(() => deviceSlice),
  }),
)

/** The navigation follows the mode, except in the modern layout, whose navigation has no ground of its own. */
export function setMode(mode: Mode) {
  useThemeSettings.setState(({ layout }) => ({
    mode,
    navMode: layout.type === 'modern' ? 'transparent' : mode,
  }))
}

/** The modern layout forces transparent navigation and bordered cards; leaving it gives both back. */
export function setLayout(type: LayoutType) {
  useThemeSettings.setState((now) => {
    const layout = { ...now.layout, type }
    if (type === 'modern') return { layout, navMode: 'transparent', cardBordered: true }
    if (now.layout.type === 'modern') return { layout, navMode: now.mode, cardBordered: false }
    return { layout }
  })
}

export function setSideNavCollapse(sideNavCollapse: boolean) {
  useThemeSettings.setState(({ layout }) => ({ layout: { ...layout, sideNavCollapse } }))
}

/** Writes mode and direction on the document root, where the tokens and every stylesheet look for them. */
export function applyTheme({ mode, direction }: ThemeSettings, root: HTMLElement = document.documentElement) {
  root.classList.remove('light', 'dark')
  root.classList.add(mode)
  root.dir = direction
}
