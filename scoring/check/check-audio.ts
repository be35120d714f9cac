import type { Definition } from '#scoring/definition/definition.ts'
import { recordableTexts } from '#scoring/definition/spoken.ts'
import { type ReportProblem, say } from './problems.ts'

/** Recordings are of texts that may be read aloud: one of any other would be played nowhere, or give answers away. */
export function checkAudio(definition: Definition, report: ReportProblem): void {
  for (const locale of ['tr', 'en'] as const) {
    const recorded = Object.keys(definition.audio?.[locale] ?? {})
    if (recorded.length === 0) continue
    const texts = recordableTexts(definition, locale)
    for (const key of recorded)
      if (!texts.has(key)) report(`audio.${locale}.${key}`, say`no text with this key is read aloud`)
  }
}
