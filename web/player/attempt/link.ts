/**
 * A link as a device remembers it beside an attempt: its hash, which opens nothing. Empty where the browser cannot
 * compute one (no secure address).
 */
export async function linkHash(path: string): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) return ''
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(path.replace(/\/$/, '')))
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const key = 'terazi.link'

/** Keeps a link's hash for this tab: what is begun next was begun by it. */
export async function rememberLink(path: string): Promise<void> {
  const hash = await linkHash(path)
  try {
    if (hash !== '') sessionStorage.setItem(key, hash)
  } catch {
    // Denied storage: without a line the link opens nothing here.
  }
}

/** The hash of the link that this tab was opened by; empty where there was none. */
export function linkOfTab(): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}
