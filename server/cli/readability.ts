import { readShipped, shippedVersions } from '#content/read.ts'
import { Definition } from '#scoring/definition/definition.ts'
import { readingEase } from '#scoring/quality/quality.ts'
import { textsByPart } from '#scoring/quality/quality-texts.ts'
import { readability } from '#scoring/quality/readability.ts'

const rounded = (value: number) => Math.round(value * 10) / 10

/** The readability of the shipped inventories, by language and section; ease is Ateşman's, for Turkish. */
export async function readabilityOfShipped(): Promise<unknown> {
  const all: Record<string, unknown> = {}
  for (const version of await shippedVersions()) {
    const definition = Definition.parse(await readShipped(version))
    const of = (locale: 'tr' | 'en') =>
      Object.fromEntries(
        [...textsByPart(definition, locale)].map(([part, texts]) => {
          const found = readability(
            texts.map(({ text }) => text),
            locale,
          )
          const ease = readingEase(texts, locale)
          return [
            part,
            found && {
              sentences: found.sentences,
              longestSentence: found.longest,
              wordsPerSentence: rounded(found.length),
              ...(ease !== null && { ease: rounded(ease) }),
            },
          ]
        }),
      )
    all[version] = { tr: of('tr'), en: of('en') }
  }
  return all
}
