import { followOtherTabs, isAuthenticated, isFromBeforeTablet, useAuth } from './auth.ts'
import { useLocaleSettings } from './localeSettings.ts'
import { signOut } from './session.ts'
import { joinTabs } from './tabs.ts'
import { applyTheme, setTheme, useThemeSettings } from './themeSettings.ts'

const restoreMs = 5000
const phoneWidth = 640

interface Restorable {
  persist: { hasHydrated: () => boolean; onFinishHydration: (done: () => void) => () => void }
}

const restored = ({ persist }: Restorable) =>
  persist.hasHydrated()
    ? Promise.resolve()
    : new Promise<void>((resolve) => void persist.onFinishHydration(() => resolve()))

/** Resolves when every slice is restored, or after the time-out: a stuck storage must not leave an empty page. */
export function restoreSlices(slices: readonly Restorable[], timeoutMs = restoreMs): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeoutMs)
    void Promise.all(slices.map(restored)).then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Everything that must be ready before the router decides on the first page. */
export async function startUp(): Promise<void> {
  await restoreSlices([useAuth, useThemeSettings, useLocaleSettings])
  // The panel would cover the page that somebody has just opened on a phone.
  if (window.innerWidth < phoneWidth) setTheme({ panelExpand: false })
  applyTheme(useThemeSettings.getState())
  followOtherTabs()
  if (isAuthenticated() && isFromBeforeTablet()) await signOut()
  await joinTabs()
}
