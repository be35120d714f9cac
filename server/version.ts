import { readFileSync } from 'node:fs'
import { z } from 'zod'

const file = new URL('../package.json', import.meta.url)

/** The version of this application, of three numbers. */
export const version = z
  .object({ version: z.string().regex(/^\d+\.\d+\.\d+$/) })
  .parse(JSON.parse(readFileSync(file, 'utf8'))).version
