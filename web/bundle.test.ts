import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chunksOf, readChunks, starts } from './startChunks.ts'

const dist = join(import.meta.dirname, '../dist/web')

/** The document of each start, and what its scripts and styles may be in bytes of gzip and in files: about a tenth above today's. */
const budgets: Record<keyof typeof starts, { document: string; bytes: number; files: number }> = {
  home: { document: 'site/home.tr.html', bytes: 17_800, files: 7 },
  signIn: { document: 'sign-in.tr.html', bytes: 226_000, files: 22 },
  application: { document: 'index.html', bytes: 341_000, files: 22 },
  player: { document: 'player/index.html', bytes: 107_000, files: 10 },
  test: { document: 'player/index.html', bytes: 133_000, files: 18 },
}

// Against the real build, which `npm test` makes first.
describe('a first load', () => {
  if (!existsSync(join(dist, 'index.html'))) throw new Error('There is no build: run npm run build first')
  const chunks = readChunks()

  it.each(Object.entries(budgets))('of %s keeps within its budget', (start, { document, bytes, files }) => {
    const loaded = chunksOf(starts[start as keyof typeof starts], chunks)
    const named = readFileSync(join(dist, document), 'utf8').matchAll(
      /(?:href|src)="\/(assets\/[^"]+\.(?:js|css))"/g,
    )
    const wanted = new Set([
      ...[...named].map((match) => match[1] ?? ''),
      ...loaded.flatMap(({ file, styles }) => [file, ...styles]),
    ])
    const sizes = [...wanted].map((file) => ({ file, size: gzipSync(readFileSync(join(dist, file))).length }))
    const total = sizes.reduce((sum, { size }) => sum + size, 0)
    const listing = sizes
      .sort((a, b) => b.size - a.size)
      .map(({ file, size }) => `${size} ${file}: ${largestIn(file)}`)
      .join('\n')
    expect(total, `bytes of\n${listing}`).toBeLessThanOrEqual(bytes)
    expect(sizes.length, `files:\n${listing}`).toBeLessThanOrEqual(files)
  })

  const largestIn = (file: string) =>
    Object.entries(chunks.find((chunk) => chunk.file === file)?.modules ?? {})
      .sort(([, a], [, b]) => b - a)
      .slice(0, 8)
      .map(([module, size]) => `${module} (${size})`)
      .join(', ')
})
