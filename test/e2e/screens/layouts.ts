import type { Visit } from './visit.ts'

const layouts = ['classic', 'modern', 'stackedSide', 'simple', 'decked', 'blank'] as const
const modes = ['light', 'dark'] as const
const navModes = ['light', 'dark', 'themed', 'transparent'] as const

interface Theme {
  layout: (typeof layouts)[number]
  mode?: (typeof modes)[number]
  navMode?: (typeof navModes)[number]
  direction?: 'ltr' | 'rtl'
  collapsed?: boolean
  themeColor?: string
}

/** Opens a page with this look; a later choice replaces an earlier one. */
async function openAs(url: string, { page }: Visit, theme: Theme): Promise<void> {
  const { layout, mode = 'light', navMode = mode, direction = 'ltr', collapsed = false } = theme
  const state = {
    themeColor: theme.themeColor ?? 'indigo',
    direction,
    mode,
    primaryColorLevel: 600,
    cardBordered: layout === 'modern',
    panelExpand: false,
    controlSize: 'md',
    navMode,
    layout: { type: layout, sideNavCollapse: collapsed },
  }
  await page.addInitScript(
    (kept) => localStorage.setItem('terazi.theme', kept),
    JSON.stringify({ state, version: 0 }),
  )
  await page.goto(`${url}/manager/assignments`)
  await page.locator(`[data-layout="${layout}"]`).waitFor()
  await page.getByRole('row').nth(1).waitFor()
}

/** Every combination for pictures; for tests those that cover every pair, in half the time. */
const looked = (...places: number[]) =>
  process.env.SCREENS !== undefined || places.reduce((sum, place) => sum + place, 0) % 2 === 0

/** Every layout in every mode of its navigation, and collapsed. */
export async function navigationScreens(url: string, at: Visit): Promise<void> {
  for (const [first, layout] of layouts.entries()) {
    for (const [second, mode] of modes.entries()) {
      for (const [third, navMode] of navModes.entries()) {
        // The modern layout has one of its own, and the blank one shows none.
        const same = layout === 'modern' || layout === 'blank'
        if (same ? navMode !== mode : !looked(first, second, third)) continue
        await openAs(url, at, { layout, mode, navMode })
        await at.see(`layout-${layout}-${mode}-nav-${navMode}`)
      }
    }
  }
  for (const layout of ['classic', 'stackedSide'] as const) {
    await openAs(url, at, { layout, navMode: 'themed', themeColor: 'teal', collapsed: true })
    await at.see(`layout-${layout}-collapsed`)
  }
}

/** Every layout on a small screen, with its drawer, in both directions of reading. */
export async function drawerScreens(url: string, at: Visit): Promise<void> {
  for (const [index, layout] of layouts.entries()) {
    const mode = modes[index % 2]
    const navMode = navModes[index % 4]
    if (!mode || !navMode) continue
    const direction = index % 3 === 0 ? 'rtl' : 'ltr'
    await openAs(url, at, { layout, mode, navMode, direction })
    await at.see(`layout-${layout}-${direction}`)
    await at.page.getByRole('button', { name: at.t('common:nav.open') }).click()
    await at.page
      .getByRole('dialog')
      .getByRole('link', { name: at.t('common:nav.participants') })
      .waitFor()
    await at.see(`layout-${layout}-drawer-${direction}`)
  }
}

/** Every layout read from right to left. */
export async function rightToLeftScreens(url: string, at: Visit): Promise<void> {
  for (const [index, layout] of layouts.entries()) {
    await openAs(url, at, { layout, direction: 'rtl', mode: modes[index % 2] ?? 'light' })
    await at.see(`layout-${layout}-rtl`)
  }
}
