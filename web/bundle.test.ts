import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type BuiltChunk, chunksOf, playerStarts, readChunks, starts } from './startChunks.ts'

const dist = join(import.meta.dirname, '../dist/web')

/** The document of each start, and what its scripts and styles may be in bytes of gzip and in files: about a tenth above today's. */
const budgets: Record<keyof typeof starts, { document: string; bytes: number; files: number }> = {
  home: { document: 'site/home.tr.html', bytes: 17_800, files: 7 },
  signIn: { document: 'sign-in.tr.html', bytes: 226_000, files: 22 },
  application: { document: 'index.html', bytes: 341_000, files: 22 },
}

/**
 * The same of the player, in bytes of brotli and with its document and its font: on a phone everything counts. From an
 * invitation's link to the first item the product's answers come on top, four of the eight requests that it may take
 * (bench/first-load.ts).
 */
const playerBudgets: Record<keyof typeof playerStarts, { bytes: number; files: number }> = {
  player: { bytes: 61_000, files: 3 },
  test: { bytes: 89_900, files: 4 },
}

const read = (file: string) => readFileSync(join(dist, file))

const namedIn = (document: string) =>
  [
    ...read(document)
      .toString()
      .matchAll(/(?:href|src)="\/(assets\/[^"]+\.(?:js|css|woff2))"/g),
  ].map((match) => match[1] ?? '')

/** The files of a start with their sizes, the largest first. */
function sizesOf(files: readonly string[], sizeOf: (file: string) => number, chunks: readonly BuiltChunk[]) {
  const sizes = [...new Set(files)]
    .map((file) => ({ file, size: sizeOf(file) }))
    .sort((a, b) => b.size - a.size)
  const largestIn = (file: string) =>
    Object.entries(chunks.find((chunk) => chunk.file === file)?.modules ?? {})
      .sort(([, a], [, b]) => b - a)
      .slice(0, 8)
      .map(([module, size]) => `${module} (${size})`)
      .join(', ')
  return {
    total: sizes.reduce((sum, { size }) => sum + size, 0),
    count: sizes.length,
    listing: sizes.map(({ file, size }) => `${size} ${file}: ${largestIn(file)}`).join('\n'),
  }
}

// Against the real build, which `npm test` makes first.
describe('a first load', () => {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('There is no build: run npm run build first')

  it.each(Object.entries(budgets))('of %s keeps within its budget', (start, { document, bytes, files }) => {
    const chunks = readChunks('web')
    const loaded = chunksOf(starts[start as keyof typeof starts], chunks)
    const wanted = [
      ...namedIn(document).filter((file) => !file.endsWith('.woff2')),
      ...loaded.flatMap(({ file, styles }) => [file, ...styles]),
    ]
    const { total, count, listing } = sizesOf(wanted, (file) => gzipSync(read(file)).length, chunks)
    expect(total, `bytes of\n${listing}`).toBeLessThanOrEqual(bytes)
    expect(count, `files:\n${listing}`).toBeLessThanOrEqual(files)
  })

  it('of the player has a page that fits into the first ten packets, with its headers', () => {
    for (const locale of ['tr', 'en'])
      expect(brotliCompressSync(read(`player/index.${locale}.html`)).length).toBeLessThan(10 * 1460 - 1010)
  })

  it.each(Object.entries(playerBudgets))('of the %s keeps within its budget', (start, { bytes, files }) => {
    const chunks = readChunks('player')
    const document = 'player/index.tr.html'
    const loaded = chunksOf(playerStarts[start as keyof typeof playerStarts], chunks)
    const wanted = [document, ...namedIn(document), ...loaded.map(({ file }) => file)]
    const sizeOf = (file: string) =>
      file.endsWith('.woff2') ? read(file).length : brotliCompressSync(read(file)).length
    const { total, count, listing } = sizesOf(wanted, sizeOf, chunks)
    expect(total, `bytes of\n${listing}`).toBeLessThanOrEqual(bytes)
    expect(count, `files:\n${listing}`).toBeLessThanOrEqual(files)
  })
})
