/** Checks a PIN without revealing it. */
export interface PinVerifier {
  salt: Uint8Array<ArrayBuffer>
  hash: Uint8Array<ArrayBuffer>
  iterations: number
}

const iterations = 310_000
const longestPauseMs = 600_000

async function derive(
  pin: string,
  salt: Uint8Array<ArrayBuffer>,
  times: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const typed = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ])
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: times },
    typed,
    256,
  )
  return new Uint8Array(bits)
}

export async function verifierOf(pin: string): Promise<PinVerifier> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  return { salt, hash: await derive(pin, salt, iterations), iterations }
}

export async function isPin(pin: string, verifier: PinVerifier): Promise<boolean> {
  const found = await derive(pin, verifier.salt, verifier.iterations)
  return found.every((byte, at) => byte === verifier.hash[at])
}

/** The pause after a number of wrong PINs, in milliseconds. */
export const pauseOf = (wrong: number): number =>
  wrong < 5 ? 0 : Math.min(longestPauseMs, 30_000 * 2 ** (wrong - 5))

/**
 * The state that must outlive a reload, for all pages of the tablet: the lock, the person in a test, and the wrong PINs so
 * far.
 */
export interface LockState {
  locked: boolean
  /** The page that somebody has entered on, by its `pageId`; empty where nobody has. */
  inTest: string
  wrong: number
  /** The end of the pause by the device's date; until then no PIN is taken. */
  until: number
}

export const lockKey = 'terazi.tabletLock'
const unlocked: LockState = { locked: false, inTest: '', wrong: 0, until: 0 }

/** This page among those that the tablet has open. */
export const pageId = crypto.getRandomValues(new Uint32Array(2)).join('-')

export function readLock(): LockState {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(lockKey) ?? 'null')
    return typeof kept === 'object' ? { ...unlocked, ...kept } : unlocked
  } catch {
    // Denied or damaged storage: as on the first day.
    return unlocked
  }
}

export function changeLock(part: Partial<LockState>): LockState {
  const next = { ...readLock(), ...part }
  localStorage.setItem(lockKey, JSON.stringify(next))
  return next
}

export const forgetLock = (): void => localStorage.removeItem(lockKey)

/** The rest of the pause for PINs. A date that was set back can't make it longer than the longest pause. */
export const pauseLeft = ({ until }: LockState, now = Date.now()): number =>
  Math.max(0, Math.min(longestPauseMs, until - now))

/**
 * Checks a PIN against what the device knows, and where that says no, by `ask`: the PIN may have been replaced.
 * A try counts before it is checked, so that a reload doesn't save it.
 * @returns right, wrong, or how long to pause
 */
export async function tryPin(
  pin: string,
  verifier: PinVerifier,
  ask: (pin: string) => Promise<boolean>,
): Promise<'right' | 'wrong' | 'paused'> {
  const before = readLock()
  if (pauseLeft(before) > 0) return 'paused'
  const wrong = before.wrong + 1
  changeLock({ wrong, until: Date.now() + pauseOf(wrong) })
  if (!(await isPin(pin, verifier)) && !(await ask(pin))) return pauseOf(wrong) > 0 ? 'paused' : 'wrong'
  changeLock({ wrong: 0, until: 0 })
  return 'right'
}
