import type { Definition } from '#scoring/definition/definition.ts'
import { type Problem, say } from './problems.ts'

/**
 * Notices that say something else than under the same version in a published version of the test: records of who read or
 * agreed to a text name it by its version.
 * @param published all published versions of the test
 */
export function changedNotices(definition: Definition, published: readonly Definition[]): Problem[] {
  return definition.notices.flatMap((notice, i) => {
    const words = wordsOf(definition, notice)
    const other = published.findLast((one) =>
      one.notices.some(
        (there) =>
          there.id === notice.id && there.version === notice.version && wordsOf(one, there) !== words,
      ),
    )
    if (other === undefined) return []
    const said = say`notice ${notice.id} says something else in version ${other.version} of the test`
    return [{ path: `notices[${i}].version`, ...said }]
  })
}

/** The words of a notice as people read them, and what they agree to with it. */
function wordsOf({ texts }: Definition, { id, kind, scales = [] }: Definition['notices'][number]): string {
  const read = [texts.tr, texts.en].map(({ notices }) => [notices?.[id]?.title, notices?.[id]?.text])
  return JSON.stringify([kind, scales.toSorted(), read])
}
