import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { allDrawings } from './generators.ts'

// npm run figures: redraws every figure of the shipped inventories. The test lists files that nothing draws.
const drawings = allDrawings()
for (const [place, svg] of drawings) {
  const file = fileURLToPath(new URL(`../content/${place}`, import.meta.url))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, svg)
}
process.stdout.write(`${drawings.size} figures are drawn\n`)
