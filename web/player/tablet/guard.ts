// Per tab: a reload leaves full screen, which must not be a way around the lock.
const fullKey = 'terazi.full'
const hiddenKey = 'terazi.hidden'
const ownReloadKey = 'terazi.reload'
const longestHiddenMs = 3_000

const read = (key: string) => sessionStorage.getItem(key)
function write(key: string, value: string | undefined) {
  if (value === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, value)
}

const isFull = () => document.fullscreenElement !== null && document.fullscreenElement !== undefined

/** Leaves full screen without locking. */
export function leaveFullScreen(): void {
  write(fullKey, undefined)
  write(hiddenKey, undefined)
  if (isFull()) void document.exitFullscreen().catch(() => undefined)
}

/** Loads the page again; nobody has left it. */
export function reloadUnlocked(reload = () => window.location.reload()): void {
  write(ownReloadKey, '1')
  write(fullKey, undefined)
  reload()
}

/** True if `reloadUnlocked` loaded this page; until the guard begins. */
export const wasOwnReload = (): boolean => read(ownReloadKey) !== null

let awake: { release: () => Promise<void>; released: boolean } | undefined

async function stayAwake(): Promise<void> {
  if (!('wakeLock' in navigator) || awake?.released === false) return
  // A battery that is nearly empty, or a hidden page, gets none; the next tap asks again.
  awake = await navigator.wakeLock.request('screen').catch(() => undefined)
}

/**
 * Keeps these pages on the screen: full and awake from the next tap on, and locked once they were left. A browser without
 * full screen (older iPads) is locked when the page was hidden alone.
 * @returns what stops it
 */
export function guardScreen(lock: () => void, isLocked: () => boolean): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onTap = () => {
    if (isLocked()) return
    void stayAwake()
    if (isFull() || !document.fullscreenEnabled) return
    document.documentElement.requestFullscreen({ navigationUI: 'hide' }).then(
      () => write(fullKey, '1'),
      () => undefined,
    )
  }
  const onFullScreen = () => {
    if (isFull() || read(fullKey) === null) return
    write(fullKey, undefined)
    lock()
  }
  const onHidden = () => {
    clearTimeout(timer)
    if (read(ownReloadKey) !== null) return
    if (document.visibilityState === 'hidden') {
      write(hiddenKey, String(Date.now()))
      timer = setTimeout(lock, longestHiddenMs)
      return
    }
    const since = Number(read(hiddenKey) ?? Number.NaN)
    write(hiddenKey, undefined)
    if (Date.now() - since > longestHiddenMs) lock()
    void stayAwake()
  }
  if (read(ownReloadKey) !== null) for (const key of [ownReloadKey, fullKey, hiddenKey]) write(key, undefined)
  document.addEventListener('click', onTap, true)
  document.addEventListener('fullscreenchange', onFullScreen)
  document.addEventListener('visibilitychange', onHidden)
  onFullScreen()
  if (document.visibilityState !== 'hidden') onHidden()
  return () => {
    clearTimeout(timer)
    document.removeEventListener('click', onTap, true)
    document.removeEventListener('fullscreenchange', onFullScreen)
    document.removeEventListener('visibilitychange', onHidden)
    void awake?.release().catch(() => undefined)
    awake = undefined
  }
}
