import type { Locale } from '#contract/fields.ts'
import type { AnswerOf } from '#contract/kit.ts'
import type { getTabletPackage, TabletDay } from '#contract/tablets.ts'
import { type KeyValueStore, lockAttempts } from '../attempt/saving/store.ts'
import type { Look } from '../device/slices.ts'
import type { PinVerifier } from './pin.ts'

export type EncryptedPackage = AnswerOf<typeof getTabletPackage>

/** The look of the screens when the tablet was set up: each person starts with it. */
export interface Usual {
  look: Look
  dark: boolean
  locale: Locale
}

/** The tablet's own registration. */
export interface Tablet {
  shape: 1
  /** Says to the server which tablet this is, and can do nothing else. */
  token: string
  day: TabletDay
  /** Server's clock minus device's date, in milliseconds. */
  offsetMs: number
  usual: Usual
  /** Checks the PIN on the device; present since the day was opened. */
  verifier?: PinVerifier | undefined
  /** The server has withdrawn it. */
  withdrawn?: true
}

const names = {
  tablet: 'tablet',
  key: 'tablet-key',
  package: 'tablet-package',
  begun: 'tablet-begun',
  device: 'tablet-device',
  // The person's who has entered (codeKey.ts).
  proof: 'tablet-proof',
} as const

/** A test that has begun on this tablet, with its receipt once the server has all of it. */
export interface Begun {
  startedAt: string
  receipt?: string
  /** Its consent was refused and it was not begun; another beginning counts; or a manager decides about this one. */
  ended?: 'refused' | 'elsewhere' | 'awaitsDecision'
}

const isKept = (value: unknown): value is Tablet =>
  typeof value === 'object' && value !== null && 'shape' in value && value.shape === 1 && 'token' in value

const isPackage = (value: unknown): value is EncryptedPackage =>
  typeof value === 'object' && value !== null && 'version' in value && 'data' in value && 'codes' in value

const isKey = (value: unknown): value is CryptoKey =>
  typeof value === 'object' && value !== null && 'algorithm' in value && 'usages' in value

/** This device as a tablet; undefined while it is none. */
export async function readTablet(store: KeyValueStore): Promise<Tablet | undefined> {
  const found = await store.get(names.tablet)
  return isKept(found) ? found : undefined
}

/**
 * The secret by which the server knows this device while it registers: the same until it is no tablet any more. It is stored before a code is
 * used, so that a device that can't store anything uses none up.
 */
export async function readDevice(store: KeyValueStore): Promise<string> {
  const kept = await store.get(names.device)
  if (typeof kept === 'string') return kept
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => String.fromCharCode(byte))
  const made = btoa(bytes.join('')).replace(/\+/g, '-').replace(/\//g, '_').replace('=', '')
  await store.set([[names.device, made]])
  return made
}

export const writeTablet = (store: KeyValueStore, tablet: Tablet): Promise<void> =>
  store.set([[names.tablet, tablet]])

/**
 * The key of the package as the server gave it, for decrypting only: scripts, too, can't read it back.
 * @param base64 AES-256
 * @throws where the page's address isn't secure
 */
export const importKey = (base64: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    'raw',
    Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0)),
    'AES-GCM',
    false,
    ['decrypt'],
  )

/** Keeps the day's key with the tablet that was opened. */
export const saveOpened = (store: KeyValueStore, tablet: Tablet, key: CryptoKey): Promise<void> =>
  store.set([
    [names.tablet, tablet],
    [names.key, key],
  ])

/** The day's key, from opening until the day's end. */
export async function readKey(store: KeyValueStore): Promise<CryptoKey | undefined> {
  const found = await store.get(names.key)
  return isKey(found) ? found : undefined
}

/** The key goes, the package stays: the day is opened again with the PIN. */
export const removeKey = (store: KeyValueStore): Promise<void> => store.remove([names.key])

export const savePackage = (store: KeyValueStore, encrypted: EncryptedPackage): Promise<void> =>
  store.set([[names.package, encrypted]])

export const removePackage = (store: KeyValueStore): Promise<void> => store.remove([names.package])

/** The day's people and tests, still encrypted. */
export async function readPackage(store: KeyValueStore): Promise<EncryptedPackage | undefined> {
  const found = await store.get(names.package)
  return isPackage(found) ? found : undefined
}

const isBegun = (value: unknown): value is Record<string, Begun> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The day's tests that have begun here, by assignment: the package does not know it, and their answers leave the tablet. */
export async function readBegun(store: KeyValueStore): Promise<Record<string, Begun>> {
  const found = await store.get(names.begun)
  return isBegun(found) ? found : {}
}

let noting = Promise.resolve()

/** Notes a test's beginning or its receipt, one after the other. What can't be written keeps nobody from their test. */
export function noteBegun(store: KeyValueStore, assignmentId: string, test: Begun): Promise<void> {
  noting = noting.then(async () => {
    try {
      const begun = await readBegun(store)
      await store.set([[names.begun, { ...begun, [assignmentId]: { ...begun[assignmentId], ...test } }]])
    } catch (error) {
      console.warn('The tablet could not note that a test has begun.', error)
    }
  })
  return noting
}

/** Everything that was prepared goes. Answers stay until the server has them. */
export const removePrepared = (store: KeyValueStore): Promise<void> =>
  store.remove([names.key, names.package, names.begun])

/** The device is no tablet any more. */
export const forgetTablet = (store: KeyValueStore): Promise<void> => store.remove(Object.values(names))

/** Removes a person's tests that the server has; the others are locked until they are delivered. */
export const wipePerson = (store: KeyValueStore, userId: string): Promise<void> => lockAttempts(store, userId)
