import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { deviceSlice, slicesIn } from './storage.ts'

export const themeColors = ['indigo', 'blue', 'teal', 'purple', 'pink', 'rust', 'slate'] as const
export const colorLevels = [600, 700, 800] as const
export const modes = ['light', 'dark'] as const
export const directions = ['ltr', 'rtl'] as const
export const navModes = ['light', 'dark', 'themed', 'transparent'] as const
export const controlSizes = ['xs', 'sm', 'md', 'lg'] as const
export const layoutTypes = ['classic', 'modern', 'stackedSide', 'simple', 'decked', 'blank'] as const

export type ThemeColor = (typeof themeColors)[number]
export type ColorLevel = (typeof colorLevels)[number]
export type Mode = (typeof modes)[number]
export type Direction = (typeof directions)[number]
export type NavMode = (typeof navModes)[number]
export type ControlSize = (typeof controlSizes)[number]
export type LayoutType = (typeof layoutTypes)[number]

export interface ThemeSettings {
  themeColor: ThemeColor
  direction: Direction
  mode: Mode
  primaryColorLevel: ColorLevel
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

type Loose = Partial<Record<keyof ThemeSettings, unknown>>

function oneOf<T>(allowed: readonly T[], value: unknown, otherwise: T): T {
  return allowed.find((one) => one === value) ?? otherwise
}

const flag = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise)

/** Keeps the known values of stored settings: they may be of an older release or edited by hand. */
function known(stored: unknown, now: ThemeSettings): ThemeSettings {
  const its: Loose = typeof stored === 'object' && stored !== null ? stored : {}
  const layout: Partial<Record<'type' | 'sideNavCollapse', unknown>> =
    typeof its.layout === 'object' && its.layout !== null ? its.layout : {}
  return {
    themeColor: oneOf(themeColors, its.themeColor, now.themeColor),
    direction: oneOf(directions, its.direction, now.direction),
    mode: oneOf(modes, its.mode, now.mode),
    primaryColorLevel: oneOf(colorLevels, its.primaryColorLevel, now.primaryColorLevel),
    cardBordered: flag(its.cardBordered, now.cardBordered),
    panelExpand: flag(its.panelExpand, now.panelExpand),
    controlSize: oneOf(controlSizes, its.controlSize, now.controlSize),
    navMode: oneOf(navModes, its.navMode, now.navMode),
    layout: {
      type: oneOf(layoutTypes, layout.type, now.layout.type),
      sideNavCollapse: flag(layout.sideNavCollapse, now.layout.sideNavCollapse),
    },
  }
}

export const useThemeSettings = create<ThemeSettings>()(
  persist(() => defaultTheme, {
    name: 'terazi.theme',
    version: 0,
    storage: slicesIn(deviceSlice),
    merge: known,
  }),
)

interface BeforeModern {
  navMode: NavMode | null
  cardBordered: boolean
}

/**
 * The settings that the modern layout has replaced. They have their own slice: the theme's has agreed fields and no others.
 */
const useBeforeModern = create<BeforeModern>()(
  persist((): BeforeModern => ({ navMode: null, cardBordered: false }), {
    name: 'terazi.themeBeforeModern',
    version: 0,
    storage: slicesIn(deviceSlice),
  }),
)

/** The navigation follows the mode, except in the modern layout, whose navigation has no ground of its own. */
export function setMode(mode: Mode) {
  const modern = useThemeSettings.getState().layout.type === 'modern'
  if (modern) useBeforeModern.setState({ navMode: mode })
  useThemeSettings.setState({ mode, navMode: modern ? 'transparent' : mode })
}

/** The modern layout forces transparent navigation and bordered cards; leaving it gives back what was before. */
export function setLayout(type: LayoutType) {
  const now = useThemeSettings.getState()
  const layout = { ...now.layout, type }
  if (type === 'modern') {
    if (now.layout.type !== 'modern') {
      useBeforeModern.setState({ navMode: now.navMode, cardBordered: now.cardBordered })
    }
    useThemeSettings.setState({ layout, navMode: 'transparent', cardBordered: true })
    return
  }
  if (now.layout.type !== 'modern') return useThemeSettings.setState({ layout })
  const before = useBeforeModern.getState()
  useThemeSettings.setState({
    layout,
    navMode: oneOf(navModes, before.navMode, now.mode),
    cardBordered: before.cardBordered,
  })
}

export function setSideNavCollapse(sideNavCollapse: boolean) {
  useThemeSettings.setState(({ layout }) => ({ layout: { ...layout, sideNavCollapse } }))
}

type Plain = Omit<ThemeSettings, 'mode' | 'layout'>

/** Sets what nothing else hangs on. */
export function setTheme(change: Partial<Plain>) {
  useThemeSettings.setState(change)
}

/** Restores the defaults; whether the panel is open stays as it is. */
export function resetTheme() {
  useThemeSettings.setState(({ panelExpand }) => ({ ...defaultTheme, panelExpand }))
}

/** Writes the choices on the document root, where the tokens and every stylesheet look for them. */
export function applyTheme(theme: ThemeSettings, root: HTMLElement = document.documentElement) {
  root.classList.remove(...modes)
  root.classList.add(theme.mode)
  root.dir = theme.direction
  root.dataset.themeColor = theme.themeColor
  root.dataset.primaryLevel = String(theme.primaryColorLevel)
  root.dataset.controlSize = theme.controlSize
}

/**
 * Paper is white, and browsers don't print backgrounds, so printing always uses the light mode.
 * @returns what ends it
 */
export function printByDay(): () => void {
  const day = () => applyTheme({ ...useThemeSettings.getState(), mode: 'light' })
  const chosen = () => applyTheme(useThemeSettings.getState())
  window.addEventListener('beforeprint', day)
  window.addEventListener('afterprint', chosen)
  return () => {
    window.removeEventListener('beforeprint', day)
    window.removeEventListener('afterprint', chosen)
  }
}
