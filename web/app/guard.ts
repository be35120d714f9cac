import { type LoaderFunctionArgs, redirect } from 'react-router'
import { hasAccess } from './access.ts'
import { isAuthenticated, useAuth } from './auth.ts'
import { paths } from './paths.ts'
import { landing, signInPath } from './redirect.ts'
import type { AppRoute } from './routes.tsx'

/** Decides before a page is drawn: on to sign-in, away from entry pages, or to access denied. */
export function guard(route: AppRoute) {
  return ({ request }: LoaderFunctionArgs): Response | null => {
    const { pathname, search } = new URL(request.url)
    const { user } = useAuth.getState()
    const signedIn = isAuthenticated()
    if (route.meta.entry && signedIn) return redirect(landing(search, user))
    if (route.authority === undefined) return null
    if (!signedIn) return redirect(signInPath(pathname + search + hashOf(pathname)))
    if (route.meta.account && (user.invitation || user.singleSignOn)) return redirect(paths.accessDenied)
    return hasAccess(route.authority, user.authority) ? null : redirect(paths.accessDenied)
  }
}

/** The part after # of the address that is being opened: a loader's request comes without it. */
const hashOf = (pathname: string) => (window.location.pathname === pathname ? window.location.hash : '')
