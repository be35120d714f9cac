import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allDrawings } from './generators.ts'

// npm run figures: draws every figure of the shipped inventories anew. Files that nothing draws are told by the test.
const drawings = allDrawings()
for (const [place, svg] of drawings) {
  const file = fileURLToPath(new URL(`../content/${place}`, import.meta.url))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, svg)
}
process.stdout.write(`${drawings.size} figures are drawn\n`)
