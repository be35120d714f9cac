import type { LoaderFunctionArgs } from 'react-router'

const firstAddress = window.location.pathname

/**
 * Every address that is not this application's is a document of its own: the public pages, the player, and what nobody has.
 * The page that led to the player (a sign-in, a link with its secret) does not stay behind in the history.
 * Arriving here as the very first page means that the server gave the wrong document; going there again would never end.
 */
export function openDocument({ request }: LoaderFunctionArgs): Promise<never> {
  const { pathname, href } = new URL(request.url)
  if (pathname === firstAddress) throw new Error(`Another document was expected at ${pathname}`)
  if (pathname.startsWith('/participant/')) window.location.replace(href)
  else window.location.assign(href)
  return new Promise(() => {})
}
