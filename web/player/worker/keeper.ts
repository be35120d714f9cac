import { cacheNameOf, isCacheOf, type PlayerBuild, type PlayerFile } from './files.ts'

/** The cache name of the worker before this one, which kept every answer unchecked, also a portal's page. */
const uncheckedNameOf = (scope: string) => `workbox-precache-v2-${scope}`

const hashOf = async (response: Response): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer())
  return btoa(Array.from(new Uint8Array(digest), (byte) => String.fromCharCode(byte)).join(''))
}

/** True if the response is the file itself, and nothing that a network answered in its place. */
const isWhole = async (response: Response | undefined, { hashes }: PlayerFile): Promise<boolean> =>
  response?.ok === true && hashes.includes(await hashOf(response))

/** Fetches the file, past the browser's own cache where that has something else. @throws where it does not come */
async function fetchWhole(file: PlayerFile, ask: typeof fetch): Promise<Response> {
  for (const cache of ['default', 'reload'] as const) {
    const response = await ask(file.url, { cache, credentials: 'same-origin', redirect: 'error' })
    if (await isWhole(response, file)) return response
  }
  throw new Error(`Something else came in place of ${file.url}`)
}

const isCodeOf = (response: Response, url: string): boolean =>
  /\.js$/.test(new URL(url).pathname) ? /javascript/.test(response.headers.get('content-type') ?? '') : true

/** True if a page opens from an unchecked cache: its page and its scripts, as far as their kind can tell. */
async function opens(unchecked: Cache): Promise<boolean> {
  for (const request of await unchecked.keys()) {
    const response = await unchecked.match(request, { ignoreVary: true })
    if (!response) continue
    if (!isCodeOf(response, request.url)) return false
    if (/\/participant\/assignments$/.test(new URL(request.url).pathname))
      if (!(await response.text()).includes('id="root"')) return false
  }
  return true
}

/**
 * Keeps a build's files for one area of pages. Each is checked by its content when it comes and again when it is used, so
 * that what a captive portal, a proxy or a maintenance page answers never becomes the application.
 */
export function createKeeper({ id, files }: PlayerBuild, scope: string, ask: typeof fetch) {
  const [page] = files
  const opened = () => caches.open(cacheNameOf(id, scope))
  let healing: Promise<void> | undefined

  /** The file as it is kept, if it is. */
  async function kept(file: PlayerFile): Promise<Response | undefined> {
    const response = await (await opened()).match(file.url, { ignoreVary: true })
    return (await isWhole(response, file)) ? response : undefined
  }

  /** The file as an earlier build or another area has it: not to be fetched again. */
  async function elsewhere(file: PlayerFile): Promise<Response | undefined> {
    for (const name of await caches.keys()) {
      const response = await (await caches.open(name)).match(file.url, { ignoreVary: true })
      if (response && (await isWhole(response, file))) return response
    }
    return undefined
  }

  /** Keeps what is missing or not whole, one after the other: a phone's line is needed for the test. @throws where a file did not come */
  async function fill(): Promise<void> {
    const cache = await opened()
    let failed: unknown
    for (const file of files)
      try {
        if (!(await kept(file)))
          await cache.put(file.url, (await elsewhere(file)) ?? (await fetchWhole(file, ask)))
      } catch (error) {
        failed = error
      }
    if (failed !== undefined) throw failed
  }

  /** The same for a start that found something broken; it is tried again at the next one. */
  function heal(): Promise<void> {
    healing ??= fill()
      .catch((error: unknown) => console.warn('Some of the player’s files did not come.', error))
      .finally(() => {
        healing = undefined
      })
    return healing
  }

  return {
    fill,

    /** Removes what earlier workers kept here. @returns whether the last one could only show something foreign */
    async takeOver(): Promise<boolean> {
      const unchecked = uncheckedNameOf(scope)
      const names = await caches.keys()
      const locked = names.includes(unchecked) && !(await opens(await caches.open(unchecked)))
      const own = cacheNameOf(id, scope)
      const old = names.filter((name) => name === unchecked || (isCacheOf(name, scope) && name !== own))
      await Promise.all(old.map((name) => caches.delete(name)))
      return locked
    },

    fileAt: (path: string): PlayerFile | undefined => files.find(({ url }) => url === path),

    /** The page: as it is kept, else as the network answers it, which may be a portal that wants a sign-in. */
    async pageFor(request: Request, later: (work: Promise<void>) => void): Promise<Response> {
      const response = await kept(page).catch(() => undefined)
      if (response) return response
      later(heal())
      return ask(request)
    },

    /** A file: as it is kept, else from the network, and nothing else in its place. */
    async fileFor(file: PlayerFile, later: (work: Promise<void>) => void): Promise<Response> {
      const response = await kept(file).catch(() => undefined)
      if (response) return response
      try {
        const fresh = await fetchWhole(file, ask)
        const copy = fresh.clone()
        later(
          opened()
            .then((cache) => cache.put(file.url, copy))
            .catch((error: unknown) => console.warn(`${file.url} could not be kept.`, error)),
        )
        return fresh
      } catch (error) {
        console.warn(error)
        return Response.error()
      }
    },
  }
}
