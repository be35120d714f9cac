/**
 * The invitation of somebody who registered with a phone: it can't be mailed to them, and a session ends with its tab. The
 * same poster opens it again on this phone. Signing out forgets it.
 */
export interface Registered {
  /** The registration's. */
  readonly code: string
  readonly name: string
  readonly link: string
}

const key = 'terazi.registered'

export function keepRegistered(registered: Registered): void {
  try {
    localStorage.setItem(key, JSON.stringify(registered))
  } catch {
    // Denied storage: the session lasts as long as its tab.
  }
}

export function registeredHere(code: string): Registered | undefined {
  try {
    const kept: Registered | null = JSON.parse(localStorage.getItem(key) ?? 'null')
    return kept?.code === code && typeof kept.link === 'string' ? kept : undefined
  } catch {
    return undefined
  }
}

export function forgetRegistered(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Denied storage has none.
  }
}
