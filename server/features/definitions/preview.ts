import type { Locale } from '#contract/fields.ts'
import type { Preview } from '#contract/previews.ts'
import { buildForm } from '#scoring/form/form.ts'
import { beforeTest } from '#server/features/inventories/before-test.ts'
import type { Held } from './versions.ts'

// One order for everybody who looks, so that two people speak of the same item and a reload changes nothing.
const seed = 'preview'

/** The version as a participant gets it: no keys but those of practice, which are said at once there, too. */
export function previewOf({ entry, definition }: Held, locale: Locale): Preview {
  const { name, description } = definition.texts[locale]
  return {
    code: definition.code,
    version: entry.version,
    draft: entry.state === 'draft',
    name,
    description,
    minutes: entry.minutes,
    itemCount: entry.itemCount,
    timeLimitSeconds: definition.timeLimitSeconds ?? null,
    ...beforeTest(definition, locale),
    form: buildForm(definition, locale, seed),
  }
}
