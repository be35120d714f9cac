import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readShipped, shippedVersions } from './read.ts'

const words = z.object({ notices: z.record(z.string(), z.object({ title: z.string(), text: z.string() })) })
const Shipped = z.object({
  code: z.string(),
  notices: z.array(z.object({ id: z.string(), version: z.number() })),
  texts: z.object({ tr: words, en: words }),
})

// Records of who read or agreed to a text name it by its version, so other words need a higher one: add a row, change none.
const known: Readonly<Record<string, string>> = {
  'AYT information 2': '5ebf12f7b66e',
  'AYT information 3': '599b162f6f7a',
  'ENGLISH information 2': '530a4c75e53b',
  'ENGLISH information 3': '34b0d9ec57c7',
  'MYT information 3': 'f83c23df3cf7',
  'MYT information 4': 'fcc4d938878a',
  'MYT wellbeing 2': '8a4c43a74f2e',
  'MYT wellbeing 3': '2f966ba725c0',
  'SCL90 consent 2': 'd2fb1edbf7e6',
  'SCL90 consent 3': '3049e8a1c405',
  'SCL90 information 2': 'ea7fd33ea309',
  'SCL90 information 3': '03a7c6c54b79',
}

test('the words of a notice are those that its version has had from the start', async () => {
  for (const folder of await shippedVersions()) {
    const { code, notices, texts } = Shipped.parse(await readShipped(folder))
    for (const { id, version } of notices) {
      const read = JSON.stringify((['tr', 'en'] as const).map((locale) => texts[locale].notices[id]))
      const digits = createHash('sha256').update(read).digest('hex').slice(0, 12)
      expect.soft(known[`${code} ${id} ${version}`], `${code} ${id} ${version}: ${digits}`).toBe(digits)
    }
  }
})
