import type { LoaderFunctionArgs } from 'react-router'

const firstAddress = window.location.pathname

/**
 * The player is an application of its own behind `/participant/assignments/:id`: a link to it leaves this one.
 * Arriving here as the very first page means that the server gave the wrong document; going there again would never end.
 */
export function openPlayer({ request }: LoaderFunctionArgs): Promise<never> {
  const { pathname, href } = new URL(request.url)
  if (pathname === firstAddress) throw new Error(`The player was expected at ${pathname}`)
  window.location.assign(href)
  return new Promise(() => {})
}
