import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { isOperator } from '#contract/access.ts'
import { isAuthenticated, useAuth } from '../auth.ts'
import { loadTexts } from '../i18n.ts'
import { useThemeSettings } from '../themeSettings.ts'
import classes from './frame.module.css'
import { InvitationLine } from './InvitationLine.tsx'
import { layouts } from './layouts.ts'
import { NavDrawer } from './NavDrawer.tsx'
import { NavTabs } from './NavTabs.tsx'
import { OfflineLine } from './OfflineLine.tsx'
import { ReaderGate } from './ReaderGate.tsx'
import { Search } from './search/Search.tsx'
import { TopBar } from './TopBar.tsx'

// Few people have an address to confirm; the others need not load its reminder.
const VerifyBanner = lazy(async () => {
  await loadTexts(['auth'])
  return import('../../features/access/auth/VerifyBanner.tsx')
})
// Operators alone are offered a second step.
const SecondFactorOffer = lazy(async () => {
  await loadTexts(['second-factor'])
  return import('../../features/access/second-factor/SecondFactorOffer.tsx')
})
const ThemePanel = lazy(async () => ({ default: (await import('./panel/ThemePanel.tsx')).ThemePanel }))

/** The frame around a signed-in page, in the person's layout. */
export function SignedInLayout() {
  const type = useThemeSettings((state) => state.layout.type)
  const cardBordered = useThemeSettings((state) => state.cardBordered)
  const unconfirmed = useAuth(({ user }) => isAuthenticated() && !user.emailVerified && user.email !== '')
  const operates = useAuth(({ user }) => isAuthenticated() && isOperator(user))
  const panel = useThemeSettings((state) => state.panelExpand)
  const { Side, navMode, tabs, bordered = cardBordered } = layouts[type]
  return (
    <div className={`flex ${classes.app}`} data-layout={type} data-card-bordered={bordered || undefined}>
      {Side ? <Side navMode={navMode} /> : null}
      <div className="flex vertical min-0 grow">
        <TopBar logo={tabs} />
        {tabs ? <NavTabs /> : null}
        <OfflineLine />
        <InvitationLine />
        {unconfirmed ? (
          <Suspense>
            <VerifyBanner />
          </Suspense>
        ) : null}
        {operates ? (
          <Suspense>
            <SecondFactorOffer />
          </Suspense>
        ) : null}
        <main
          id="main"
          tabIndex={-1}
          className={`stack content-start one-column full-width gap-page ${classes.page}`}
        >
          <ReaderGate>
            <Outlet />
          </ReaderGate>
        </main>
      </div>
      <NavDrawer />
      <Search />
      {panel ? (
        <Suspense>
          <ThemePanel />
        </Suspense>
      ) : null}
    </div>
  )
}
