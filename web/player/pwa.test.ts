import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isPlayerPage } from '#contract/pages.ts'
import { readChunks } from '../startChunks.ts'
import { shell } from './pwa.ts'

const dist = join(import.meta.dirname, '../../dist/web')
/** True if a participant may need the file without a connection. */
const isTheirs = (url: string) => !/\/(Preview|Register)Page-/.test(url)
const read = (path: string) => readFileSync(join(dist, path))

// Against the real build, which `npm test` makes first: names of chunks are the bundler's, not ours to guess.
describe('what a phone keeps of the player', () => {
  if (!existsSync(join(dist, 'player-sw.js'))) throw new Error('There is no build: run npm run build first')
  const chunks = readChunks('player')
  const page = read('player/index.tr.html').toString()
  const kept = [
    ...read('player-sw.js')
      .toString()
      .matchAll(/url:["`]([^"`]+)["`]/g),
  ].map((match) => match[1] ?? '')
  const scripts = kept.filter((url) => url.endsWith('.js'))

  it('is the page, under an address that the server answers with it', () => {
    expect(kept).toContain(shell)
    expect(isPlayerPage(shell)).toBe(true)
  })

  it('is every file that the page names, and everything those import, now or later', () => {
    const named = [...page.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map((match) => match[1] ?? '')
    const imported = scripts.flatMap((url) =>
      [
        ...read(url)
          .toString()
          .matchAll(/(?:from|import)\s*\(?["'`]\.\/([\w.-]+\.js)/g),
      ].map((match) => `/assets/${match[1]}`),
    )
    expect(imported.length).toBeGreaterThan(0)
    expect(kept).toEqual(expect.arrayContaining([...new Set([...named, ...imported])].filter(isTheirs)))
  })

  it('is nothing of what operators look at tests with, and nothing of registering', () => {
    expect(kept.filter((url) => !isTheirs(url))).toEqual([])
  })

  it('is the font and the words of both languages', () => {
    expect(kept.filter((url) => url.endsWith('.woff2')).length).toBe(1)
    const words = kept.filter((url) => url.endsWith('.json')).map((url) => read(url).toString())
    expect(words.some((text) => text.includes('Teste başla'))).toBe(true)
    expect(words.some((text) => text.includes('Start test'))).toBe(true)
  })

  it('is nothing of the application', () => {
    const modules = chunks.flatMap((chunk) =>
      kept.includes(`/${chunk.file}`) ? Object.keys(chunk.modules) : [],
    )
    expect(modules).toContain('web/player/App.tsx')
    expect(modules.filter((module) => /^web\/(app|features|ui|site)\/|@mantine/.test(module))).toEqual([])
    expect(kept.filter((url) => url.includes('index.html'))).toEqual([])
  })
})
