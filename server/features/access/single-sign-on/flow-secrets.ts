import { createHmac } from 'node:crypto'
import { hashSecret, newSecret } from '#server/secrets.ts'

export interface Flow {
  readonly state: string
  /** The cookie's value: it never leaves this installation and its browser. */
  readonly browser: string
}

export const newFlow = (): Flow => ({ state: newSecret(), browser: newSecret() })

/** The hashes that are stored of a flow. */
export const hashesOf = ({ state, browser }: Flow) => ({
  stateHash: hashSecret(state),
  browserHash: hashSecret(browser),
})

/**
 * The nonce and the PKCE verifier of a sign-in. They are derived from the state, the cookie and the installation's key, so that
 * none is stored, and a stolen state or copy of the database gives neither.
 */
export function proofsOf(slipKey: Buffer, { state, browser }: Flow): { nonce: string; verifier: string } {
  const derived = (what: string) =>
    createHmac('sha256', slipKey).update(`single sign-on ${what} ${browser} ${state}`).digest('base64url')
  return { nonce: derived('nonce'), verifier: derived('verifier') }
}
