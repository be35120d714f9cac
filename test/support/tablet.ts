import { createCipheriv, randomBytes } from 'node:crypto'
import { vi } from 'vitest'
import type { PackageContent, TabletDay } from '#contract/tablets.ts'
import type { EncryptedPackage, Tablet } from '../../web/player/tablet/store.ts'
import { cacheNameOf } from '../../web/player/worker/files.ts'

/** A test day as a tablet knows it, at ten in the morning of the day itself. */
export const exampleDay: TabletDay = {
  client: 'Anadolu Gıda',
  place: 'Kapı 2',
  day: '2026-11-20',
  timeZone: 'Europe/Istanbul',
  startsAt: '2026-11-19T21:00:00.000Z',
  endsAt: '2026-11-20T21:00:00.000Z',
  state: 'today',
  revoked: false,
  pending: false,
  confirmed: false,
  tests: [{ code: 'MYT', name: 'MYT' }],
  tablet: { id: '01890000-0000-7000-8000-000000000007', name: 'Tablet 07', room: 'A' },
  codes: { salt: btoa('salt'), iterations: 1 },
  packageVersion: 'v1',
  serverTime: '2026-11-20T07:00:00.000Z',
}

/** A tablet of that day that was not opened yet. */
export const exampleTablet: Tablet = {
  shape: 1,
  token: 'tab_1',
  day: exampleDay,
  offsetMs: 0,
  usual: {
    look: { size: 0, contrast: false, timer: true, shortcuts: true, pages: true, autoNext: true },
    dark: false,
    locale: 'tr',
  },
}

/** A tablet's package, as the server encrypts it. */
export function sealed(
  version: string,
  key: Buffer,
  content?: PackageContent,
  codes: Record<string, string> = {},
): EncryptedPackage {
  const encrypted = (what: object) => {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(version))
    const data = Buffer.concat([cipher.update(JSON.stringify(what)), cipher.final(), cipher.getAuthTag()])
    return { iv: iv.toString('base64'), data: data.toString('base64') }
  }
  const empty = { people: [], templates: {}, forms: {}, items: {} }
  return { version, ...encrypted(content ?? empty), codes: encrypted(codes) }
}

/** A browser's service workers and caches, which jsdom lacks. @returns what says from when on they have kept the pages */
export function serviceWorkers({ active = true } = {}): { keep: () => void } {
  const state = { active }
  const workers = {
    getRegistration: async (scope: string) => ({
      scope,
      active: state.active || null,
      installing: !state.active,
    }),
  }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers })
  vi.stubGlobal('caches', {
    keys: async () => ['/participant/', '/tablet'].map((scope) => cacheNameOf('build', scope)),
    open: async () => ({ keys: async () => ['/participant/assignments'] }),
  })
  return {
    keep: () => {
      state.active = true
    },
  }
}

/** A key that proves deliveries. */
export const exampleProofKey = (): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
