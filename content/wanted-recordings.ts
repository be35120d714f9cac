import { Definition } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import { feedbackKey, instructionsKey, preTestKey, spokenTexts } from '#scoring/definition/spoken.ts'
import { readShipped } from './read.ts'

/** For which tests, languages and sections all items are read; of the other sections their instructions and practice are. */
const wanted = [{ version: 'MYT/6', locale: 'tr', sections: ['tutum1', 'tutum2', 'tutum3', 'tutum4'] }] as const

export interface WantedRecordings {
  readonly version: string
  readonly locale: 'tr' | 'en'
  /** What each file says, by its key. */
  readonly texts: ReadonlyMap<string, string>
}

/** The texts that ship with a computer's voice. */
export async function wantedRecordings(): Promise<WantedRecordings[]> {
  return Promise.all(
    wanted.map(async ({ version, locale, sections }) => {
      const definition = Definition.parse(await readShipped(version))
      return { version, locale, texts: textsOf(definition, locale, sections) }
    }),
  )
}

function textsOf(definition: Definition, locale: 'tr' | 'en', whole: readonly string[]): Map<string, string> {
  const words = definition.texts[locale]
  const texts = new Map<string, string>()
  for (const id of definition.preTest) texts.set(preTestKey(id), entry(words.preTest, id) ?? '')
  for (const { id, practice = [], items } of definition.sections) {
    texts.set(instructionsKey(id), entry(words.sections, id)?.instructions ?? '')
    for (const item of [...practice, ...(whole.includes(id) ? items : [])])
      for (const { key, text } of spokenTexts(definition, item, words)) texts.set(key, text)
    for (const item of practice)
      for (const which of ['right', 'wrong'] as const)
        texts.set(feedbackKey(item.id, which), entry(words.items, item.id)?.feedback?.[which] ?? '')
  }
  return texts
}
