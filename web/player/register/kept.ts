import type { Outcome } from './calls.ts'

/** What a phone needs to enter a code after its owner has been in the mail program, which may have closed this page. */
export interface Kept {
  readonly code: string
  readonly check: string
  readonly name: string
  readonly email: string
  /** Of the registration when the code was asked for. */
  readonly state: Outcome['state']
}

const key = 'terazi.register'

export function keep(kept: Kept | undefined): void {
  try {
    if (kept) sessionStorage.setItem(key, JSON.stringify(kept))
    else sessionStorage.removeItem(key)
  } catch {
    // Denied storage: the page begins again after the mail, and another code is sent.
  }
}

export function keptFor(code: string): Kept | undefined {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return kept?.code === code ? kept : undefined
  } catch {
    return undefined
  }
}
