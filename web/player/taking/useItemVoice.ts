import type { LiveAttempt } from '../attempt/live.ts'
import type { LiveState } from '../attempt/liveState.ts'
import type { Step } from '../attempt/steps.ts'
import { useReadAloud } from '../device/speech.ts'
import { spokenTexts } from '../items/answering.ts'
import { useLocale } from '../words.ts'

/** Reads an item aloud, where the test and the person's accommodations allow it; that it was done is sent along. */
export function useItemVoice(
  live: LiveAttempt,
  { head }: LiveState,
  { key, item }: Extract<Step, { kind: 'item' }>,
) {
  const locale = useLocale()
  const allowed = item.readAloud !== false && head.accommodations?.readAloud !== false
  const noteUse = () => void live.usedReadAloud()
  return useReadAloud(key, item.lang ?? locale, allowed ? spokenTexts(item) : [], noteUse)
}
