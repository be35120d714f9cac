import { useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import classes from './Root.module.css'

/** Around every page: the skip link, the line that shows a page is on its way, and where focus and scroll go. */
export function Root() {
  const { t } = useTranslation()
  const { state } = useNavigation()
  useFocusOnNewPage()
  return (
    <>
      <a href="#main" className={`semibold rounded no-print ${classes.skip}`}>
        {t('common:skipToContent')}
      </a>
      <div
        className={`no-print ${classes.line}`}
        data-moving={state === 'loading' || undefined}
        aria-hidden
      />
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

/**
 * A new page begins at its main part for keyboards and screen readers, as a loaded document would: before it is seen, so
 * that nobody who is quick has the focus taken away again.
 */
function useFocusOnNewPage() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useLayoutEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    document.getElementById('main')?.focus({ preventScroll: true })
  }, [pathname])
}
