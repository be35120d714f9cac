import type { Locale } from '#contract/fields.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { preTestKey } from '#scoring/definition/spoken.ts'
import { hasAutoNext } from '#scoring/form/auto-next.ts'
import { recordingsOf } from '#scoring/form/form-audio.ts'

/** The content before the first item: the notices, the lines of the pre-test page, whether practice comes first. */
export function beforeTest(definition: Definition, locale: Locale) {
  const texts = definition.texts[locale]
  return {
    notices: definition.notices.map(({ id, version, kind, scales }) => {
      const text = texts.notices?.[id]
      const said = { title: text?.title ?? '', text: text?.text ?? '' }
      return { id, version, kind, ...said, ...(scales && { optional: true as const }) }
    }),
    preTest: definition.preTest.map((id) => {
      const audio = recordingsOf(definition, locale, [{ key: preTestKey(id) }])
      return { id, text: texts.preTest?.[id] ?? '', ...(audio && { audio }) }
    }),
    hasPractice: definition.sections.some((section) => (section.practice?.length ?? 0) > 0),
    hasAutoNext: definition.sections.some(hasAutoNext),
  }
}
