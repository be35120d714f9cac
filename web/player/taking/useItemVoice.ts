import type { LiveAttempt } from '../attempt/live.ts'
import type { LiveState } from '../attempt/liveState.ts'
import type { Step } from '../attempt/steps.ts'
import { type Passage, useReadAloud } from '../device/speech.ts'
import { spokenTexts } from '../items/answering.ts'
import { useLocale } from '../words.ts'

type OfSection = Exclude<Step, { kind: 'review' }>['section']

export const mayBeHeard = ({ head }: LiveState) => head.accommodations?.readAloud !== false

/** A section's instructions as they are read aloud. */
export const instructionsOf = ({ instructions, audio }: OfSection): Passage[] =>
  instructions === '' ? [] : [{ texts: [{ text: instructions }], audio }]

/**
 * Reads an item aloud, where the test and the person's accommodations allow it; that it was done is sent along. With the
 * first of a section its instructions, which are on the same screen.
 */
export function useItemVoice(
  live: LiveAttempt,
  state: LiveState,
  { key, item, section }: Extract<Step, { kind: 'item' }>,
  firstOfSection = false,
) {
  const locale = useLocale()
  const allowed = item.readAloud !== false
  const passages = [
    ...(firstOfSection ? instructionsOf(section) : []),
    ...(allowed ? [{ texts: spokenTexts(item), audio: item.audio }] : []),
  ]
  const noteUse = () => {
    if (allowed) void live.noteUse('readAloud')
  }
  return useReadAloud(key, item.lang ?? locale, mayBeHeard(state) ? passages : [], noteUse)
}
