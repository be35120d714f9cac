/**
 * A link as a device remembers it beside an attempt: its hash, which opens nothing. Empty where the browser cannot
 * compute one (no secure address).
 */
export async function linkHash(path: string): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) return ''
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(path.replace(/\/$/, '')))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The slice of the tab in which the page that opens links leaves the hash (web/app/session.ts). */
export const linkKey = 'terazi.link'
