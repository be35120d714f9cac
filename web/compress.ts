import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Smaller ones fit into one packet as they are. */
const worthwhile = 1024

/**
 * Writes each text file of the build a second and a third time, compressed as far as it goes: the server hands them out
 * as they are. Pages are left out, because the server writes addresses into them first.
 */
export function compressed(folder: string): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
        await Promise.all(names.filter((name) => /\.(js|css|svg|json)$/.test(name)).map(write))
      },
    },
  }

  async function write(name: string): Promise<void> {
    const file = join(folder, name)
    const text = readFileSync(file)
    if (text.length < worthwhile) return
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
    writeFileSync(`${file}.br`, await brotli(text, { params }))
    writeFileSync(`${file}.gz`, await zip(text, { level: 9 }))
  }
}
