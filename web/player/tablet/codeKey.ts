import type { TabletDay } from '#contract/tablets.ts'
import { deviceStore } from '../device/indexedDb.ts'
import { tabletState } from './state.ts'

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
const base64Of = (bytes: ArrayBuffer) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''))
const textOf = (text: string) => new TextEncoder().encode(text)

const hmacKey = (bytes: ArrayBuffer) =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])

export interface CodeKey {
  /** The package's key for the code. */
  check: string
  /** Proves deliveries of the person whose code it is. */
  proofKey: CryptoKey
}

/** Derives the keys of a code, slowly, so that few codes can be tried. */
export async function codeKeyOf(code: string, { salt, iterations }: TabletDay['codes']): Promise<CodeKey> {
  const typed = await crypto.subtle.importKey('raw', textOf(code), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations }
  const derived = await hmacKey(await crypto.subtle.deriveBits(how, typed, 256))
  const made = (what: string) => crypto.subtle.sign('HMAC', derived, textOf(what))
  return { check: base64Of(await made('enters')), proofKey: await hmacKey(await made('proves')) }
}

/** The proof of a text by somebody's code. */
export const proofOf = async (proofKey: CryptoKey, text: string): Promise<string> =>
  base64Of(await crypto.subtle.sign('HMAC', proofKey, textOf(text)))

const name = 'tablet-proof'
let keeping: Promise<unknown> = Promise.resolve()

/** Keeps the key of the person who has entered, for a test that may begin without a connection. */
export function keepProofKey(userId: string, key: Promise<CryptoKey>): void {
  keeping = key
    .then(async (proofKey) => {
      if (tabletState().person?.userId === userId) await deviceStore.set([[name, { userId, proofKey }]])
    })
    .catch((error: unknown) => console.error(error))
}

/** The key of the person who has entered, also after a reload; undefined where the device could not keep it. */
export async function readProofKey(userId: string): Promise<CryptoKey | undefined> {
  await keeping
  const kept: unknown = await deviceStore.get(name)
  if (typeof kept !== 'object' || kept === null || !('userId' in kept) || !('proofKey' in kept))
    return undefined
  // The stored value was written by this module.
  return kept.userId === userId ? (kept.proofKey as CryptoKey) : undefined
}

export const forgetProofKey = (): Promise<void> => deviceStore.remove([name])
