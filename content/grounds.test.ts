import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { checkDefinition } from '#scoring/check/check-definition.ts'
import { readShipped, shippedVersions } from './read.ts'

/** How each language names the two grounds: the contract and the legitimate interest. */
const named = {
  tr: [/sözleşme/i, /meşru menfaat/i],
  en: [/contract/i, /legitimate interest/i],
} as const

describe.each(['tr', 'en'] as const)('the legal ground in %s', async (locale) => {
  const { ground } = JSON.parse(
    await readFile(new URL(`../locales/${locale}/own-data.json`, import.meta.url), 'utf8'),
  )

  test.each(await shippedVersions())('of %s is the same in its notice and in somebody’s own data', async (version) => {
    const checked = checkDefinition(await readShipped(version))
    if (!checked.ok) throw new Error(version)
    const { sensitive, texts } = checked.definition
    const { information } = texts[locale].notices ?? {}
    const words = sensitive ? [locale === 'tr' ? /açık rıza/i : /explicit consent/i] : named[locale]
    for (const word of words) {
      expect(information?.text).toMatch(word)
      expect(sensitive ? ground.consent : ground.person).toMatch(word)
    }
  })
})
