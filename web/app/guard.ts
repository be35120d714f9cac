import { type LoaderFunctionArgs, redirect } from 'react-router'
import { entryPath, hasAccess } from './access.ts'
import { isAuthenticated, useAuth } from './auth.ts'
import { paths } from './paths.ts'
import { redirectTarget, signInPath } from './redirect.ts'
import type { AppRoute } from './routes.tsx'

/** Decides before a page is drawn: on to sign-in, away from entry pages, or to access denied. */
export function guard(route: AppRoute) {
  return ({ request }: LoaderFunctionArgs): Response | null => {
    const { pathname, search } = new URL(request.url)
    const { user } = useAuth.getState()
    const signedIn = isAuthenticated()
    if (route.meta.entry && signedIn) return redirect(redirectTarget(search) ?? entryPath(user))
    if (route.authority === undefined) return null
    if (!signedIn) return redirect(signInPath(pathname + search))
    if (route.meta.account && user.invitation) return redirect(paths.accessDenied)
    return hasAccess(route.authority, user.authority) ? null : redirect(paths.accessDenied)
  }
}
