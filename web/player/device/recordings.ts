/** Beside the player's files, which the service worker keeps: a recording never changes under its address. */
const cacheName = 'terazi-audio'

const addressOf = (file: string) => `/api/audio/${file}/`

/** The recordings of this page, ready to be played within the tap that asks for them. */
const urls = new Map<string, string>()

/** None where the browser has no cache for this page, as in private mode: then they are there while the page is open. */
const openCache = () => ('caches' in window ? caches.open(cacheName).catch(() => undefined) : undefined)

/** True if it is the recording: a portal's page must not be kept in its place. A file is named by its content. */
async function isWhole(file: string, answer: Response | undefined): Promise<boolean> {
  if (answer?.ok !== true) return false
  // A page without a secure address can compute no digest, and has no cache either.
  if (globalThis.crypto?.subtle === undefined) return answer.headers.get('content-type') === 'audio/mpeg'
  const digest = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === file
}

async function kept(file: string, cache: Cache | undefined): Promise<Response | undefined> {
  const known = await cache?.match(addressOf(file))
  if (await isWhole(file, known)) return known
  const answer = await fetch(addressOf(file), known && { cache: 'reload' })
  if (!(await isWhole(file, answer))) return undefined
  // A full device still plays what this page holds.
  await cache?.put(addressOf(file), answer.clone()).catch(() => undefined)
  return answer
}

/** Fetches recordings one after the other and keeps them, so that they play without a connection. */
export async function keepRecordings(files: readonly string[], signal: AbortSignal): Promise<void> {
  const cache = await openCache()
  for (const file of files) {
    if (urls.has(file)) continue
    const answer = await kept(file, cache).catch(() => undefined)
    if (signal.aborted) return
    if (answer) urls.set(file, URL.createObjectURL(await answer.blob()))
  }
}

let player: HTMLAudioElement | undefined

/** Plays a recording; `onEnd` says whether it was heard. One element for all: a phone that let it play once lets it again. */
export async function play(file: string, onEnd: (heard: boolean) => void): Promise<void> {
  player ??= new Audio()
  const element = player
  if (!urls.has(file) && !navigator.onLine) await keepRecordings([file], new AbortController().signal)
  let ended = false
  const end = (heard: boolean) => {
    if (!ended) onEnd(heard)
    ended = true
  }
  element.onended = () => end(true)
  element.onerror = () => end(false)
  element.src = urls.get(file) ?? addressOf(file)
  await element.play().catch(() => end(false))
}

export function silence(): void {
  if (!player) return
  player.onended = null
  player.onerror = null
  player.pause()
}
