import type { LoaderFunctionArgs } from 'react-router'

const firstAddress = window.location.pathname

/**
 * Everything under `/participant` is the player, an application of its own: going there leaves this one, and the page
 * that led there (a sign-in, a link with its secret) does not stay behind in the history.
 * Arriving here as the very first page means that the server gave the wrong document; going there again would never end.
 */
export function openPlayer({ request }: LoaderFunctionArgs): Promise<never> {
  const { pathname, href } = new URL(request.url)
  if (pathname === firstAddress) throw new Error(`The player was expected at ${pathname}`)
  window.location.replace(href)
  return new Promise(() => {})
}
