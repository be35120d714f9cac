import type { Definition, Locale } from '#scoring/definition/definition.ts'
import { entry } from '#scoring/definition/lookup.ts'
import type { SpokenText } from '#scoring/definition/spoken.ts'

/** One recording: its file's SHA-256, which is its address, and what is marked while it is played. */
export interface FormRecording {
  file: string
  marks?: number
  computerVoice?: true | undefined
}

/** A recording of each text in their order; undefined where one is missing, because half an item read aloud misleads. */
export function recordingsOf(
  definition: Definition,
  locale: Locale,
  texts: readonly Pick<SpokenText, 'key' | 'marks'>[],
): FormRecording[] | undefined {
  const found = texts.flatMap(({ key, marks }): FormRecording[] => {
    const recording = entry(definition.audio?.[locale], key)
    return recording === undefined ? [] : [{ ...recording, ...(marks !== undefined && { marks }) }]
  })
  return found.length === texts.length && found.length > 0 ? found : undefined
}
