import type { Outcome } from './calls.ts'

/** The facts that a phone keeps to enter a code later: its owner goes to the mail program, which may close this page. */
export interface PendingRegistration {
  readonly code: string
  readonly check: string
  readonly name: string
  readonly email: string
  /** The registration's state when the code was asked for. */
  readonly state: Outcome['state']
}

const key = 'terazi.register'

export function storePending(pending: PendingRegistration | undefined): void {
  try {
    if (pending) sessionStorage.setItem(key, JSON.stringify(pending))
    else sessionStorage.removeItem(key)
  } catch {
    // Denied storage: the page begins again after the mail, and another code is sent.
  }
}

export function pendingRegistrationFor(code: string): PendingRegistration | undefined {
  try {
    const kept: PendingRegistration | null = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return kept?.code === code ? kept : undefined
  } catch {
    return undefined
  }
}
