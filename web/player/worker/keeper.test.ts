import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cacheNameOf, type PlayerBuild } from './files.ts'
import { createKeeper } from './keeper.ts'

const scope = 'https://terazi.test/participant/'
const hashOf = (text: string) => createHash('sha256').update(text).digest('base64')
const shell = '/participant/assignments'
const pageText = '<html><div id="root"></div></html>'
const portal = '<html>Sign in to this network</html>'
const built = { [shell]: pageText, '/assets/player-1.js': 'start()', '/assets/test-1.js': 'test()' }
const build: PlayerBuild = {
  id: 'one',
  files: [
    { url: shell, hashes: [hashOf(pageText), hashOf('<html lang="en">')] },
    { url: '/assets/player-1.js', hashes: [hashOf('start()')] },
    { url: '/assets/test-1.js', hashes: [hashOf('test()')] },
  ],
}

/** The network's answer for each address and each use of the browser's cache; undefined: no connection. */
let network: (url: string, cache: string | undefined) => string | undefined
let asked: string[]
let stored: Map<string, Map<string, Response>>

const real = (url: string): string | undefined => Object.entries(built).find(([path]) => path === url)?.[1]
const everythingForeign = () => portal

const ask: typeof fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, scope)
  asked.push(pathname)
  const text = network(pathname, init?.cache)
  if (text === undefined) throw new TypeError('Failed to fetch')
  return new Response(text)
}

beforeEach(() => {
  network = real
  asked = []
  stored = new Map()
  vi.stubGlobal('caches', {
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    open: async (name: string) => {
      const cache = stored.get(name) ?? new Map<string, Response>()
      stored.set(name, cache)
      return {
        keys: async () => [...cache.keys()].map((url) => new Request(new URL(url, scope))),
        match: async (input: string | Request) => {
          const { pathname, search } = new URL(typeof input === 'string' ? input : input.url, scope)
          return cache.get(pathname + search)?.clone()
        },
        put: async (url: string, response: Response) => void cache.set(url, response),
      }
    },
  })
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const own = cacheNameOf('one', scope)
const texts = async (name = own) =>
  Object.fromEntries(
    await Promise.all(
      [...(stored.get(name) ?? [])].map(async ([url, response]) => [url, await response.clone().text()]),
    ),
  )
const put = (name: string, entries: Record<string, string>, type = 'text/html') => {
  const headers = { 'content-type': type }
  stored.set(
    name,
    new Map(Object.entries(entries).map(([url, text]) => [url, new Response(text, { headers })])),
  )
}
const opening = () => new Request(new URL(shell, scope))

async function answer(of: ReturnType<typeof createKeeper>, path: string) {
  const works: Promise<void>[] = []
  const later = (work: Promise<void>) => void works.push(work)
  const file = of.fileAt(path)
  const response = path === shell || !file ? of.pageFor(opening(), later) : of.fileFor(file, later)
  const text = await response.then((one) => (one.type === 'error' ? 'error' : one.text()))
  await Promise.all(works)
  return text
}

describe('the files of the player', () => {
  it('are all kept, each as the build has it', async () => {
    await createKeeper(build, scope, ask).fill()
    expect(await texts()).toEqual(built)
  })

  it('are not kept where a portal answers everything, and are tried again', async () => {
    const keeper = createKeeper(build, scope, ask)
    network = everythingForeign
    await expect(keeper.fill()).rejects.toThrow('Something else came')
    expect(await texts()).toEqual({})
    network = real
    await keeper.fill()
    expect(await texts()).toEqual(built)
  })

  it('that did come stay when one did not, and only that one is fetched again', async () => {
    const keeper = createKeeper(build, scope, ask)
    network = (url) => (url === '/assets/test-1.js' ? portal : real(url))
    await expect(keeper.fill()).rejects.toThrow('/assets/test-1.js')
    asked = []
    network = real
    await keeper.fill()
    expect(asked).toEqual(['/assets/test-1.js'])
  })

  it('are fetched past the browser’s own cache where that has something else', async () => {
    network = (url, cache) => (cache === 'reload' ? real(url) : portal)
    await createKeeper(build, scope, ask).fill()
    expect(await texts()).toEqual(built)
  })

  it('are taken from what an older worker kept as far as they are whole', async () => {
    put(`workbox-precache-v2-${scope}`, {
      '/assets/player-1.js': 'start()',
      '/assets/test-1.js': portal,
    })
    await createKeeper(build, scope, ask).fill()
    expect(await texts()).toEqual(built)
    expect(asked).toEqual([shell, '/assets/test-1.js'])
  })
})

describe('a start', () => {
  it('without a connection is what was kept, in either language', async () => {
    const keeper = createKeeper(build, scope, ask)
    network = (url) => (url === shell ? '<html lang="en">' : real(url))
    await keeper.fill()
    network = () => undefined
    expect(await answer(keeper, shell)).toBe('<html lang="en">')
    expect(await answer(keeper, '/assets/test-1.js')).toBe('test()')
  })

  it('whose page is broken is the network’s, and keeps it again', async () => {
    const keeper = createKeeper(build, scope, ask)
    put(own, { ...built, [shell]: portal })
    expect(await answer(keeper, shell)).toBe(pageText)
    expect(await texts()).toEqual(built)
  })

  it('whose page is broken shows a portal that asks for a sign-in, and keeps none of it', async () => {
    const keeper = createKeeper(build, scope, ask)
    put(own, { [shell]: portal })
    network = everythingForeign
    expect(await answer(keeper, shell)).toBe(portal)
    network = real
    expect(await answer(keeper, shell)).toBe(pageText)
    expect(await texts()).toEqual(built)
  })

  it('whose script is broken fetches it, and runs nothing foreign in its place', async () => {
    const keeper = createKeeper(build, scope, ask)
    put(own, { ...built, '/assets/player-1.js': portal })
    network = everythingForeign
    expect(await answer(keeper, '/assets/player-1.js')).toBe('error')
    network = real
    expect(await answer(keeper, '/assets/player-1.js')).toBe('start()')
    expect(await texts()).toEqual(built)
  })

  it('works from the network where the browser keeps nothing', async () => {
    vi.stubGlobal('caches', { keys: fails, open: fails, delete: fails })
    const keeper = createKeeper(build, scope, ask)
    expect(await answer(keeper, shell)).toBe(pageText)
    expect(await answer(keeper, '/assets/test-1.js')).toBe('test()')
  })
})

const fails = () => Promise.reject(new Error('denied'))

describe('taking over from an earlier worker', () => {
  const before = `workbox-precache-v2-${scope}`
  const page = `${shell}?__WB_REVISION__=1`

  it.each([
    ['a portal’s page in the player’s place', { [page]: portal }, 'text/html', true],
    ['a portal’s page in a script’s place', { '/assets/player-1.js': portal }, 'text/html', true],
    ['a page that opens', { [page]: pageText }, 'text/html', false],
    ['scripts that are scripts', { '/assets/player-1.js': 'start()' }, 'text/javascript', false],
  ])('that kept %s', async (_what, entries, type, locked) => {
    put(before, entries, type)
    expect(await createKeeper(build, scope, ask).takeOver()).toBe(locked)
    expect(stored.has(before)).toBe(false)
  })

  it('removes what earlier builds kept for this area, and nothing else', async () => {
    const others = [cacheNameOf('none', 'https://terazi.test/magic-link/'), 'terazi-audio']
    for (const name of [cacheNameOf('none', scope), own, ...others]) put(name, {})
    expect(await createKeeper(build, scope, ask).takeOver()).toBe(false)
    expect([...stored.keys()].sort()).toEqual([own, ...others].sort())
  })
})
