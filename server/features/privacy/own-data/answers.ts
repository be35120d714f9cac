import { z } from 'zod'
import type { Locale } from '#contract/fields.ts'
import type { OwnTest } from '#contract/own-data.ts'
import { isSequenced, type ResponseValue, responseInput, responseValue } from '#contract/responses.ts'
import { buildForm, type Form } from '#scoring/form/form.ts'
import { isLetter, nameOf } from '#scoring/form/option-letters.ts'
import type { Version } from '#server/features/inventories/versions.ts'
import { translate } from '#server/locales.ts'
import type { AnswerRow, KeptAttemptRow } from './queries.ts'

type FormItem = Form['sections'][number]['items'][number]

/** An answer as its person chose it, a line for each part; what was typed as it was typed. */
function inWords(item: FormItem, value: ResponseValue, locale: Locale): string[] {
  const labelOf = (options: FormItem['options'] = [], id: string) => {
    const index = options.findIndex((option) => option.id === id)
    const option = options[index]
    if (option === undefined) return id
    const { label, image } = option
    // The document has no pictures: their letter alone would say nothing.
    if (image !== undefined) return translate(locale, 'own-data:picture', { name: nameOf(index, label) })
    if (item.image !== undefined && isLetter(label))
      return translate(locale, 'own-data:inPicture', { letter: label })
    return label
  }
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'string') return value === '' ? [] : [labelOf(item.options, value)]
  if (Array.isArray(value)) return value.map((id) => labelOf(item.options, id))
  return Object.entries(value).flatMap(([part, chosen]) => {
    const found = item.parts?.find(({ id }) => id === part)
    const words = labelOf(found?.options ?? item.options, chosen)
    return chosen === '' ? [] : [`${found?.label ?? labelOf(item.options, part)}: ${words}`]
  })
}

/**
 * All answers in the order in which the person got the questions, in one language.
 * @param seed the id of the attempt, by which they were drawn
 */
export function answersInWords(
  version: Version,
  seed: string,
  rows: readonly AnswerRow[],
  locale: Locale,
): OwnTest['answers'] {
  const form = buildForm(version.definition, locale, seed)
  return form.sections.flatMap((section) =>
    section.items.flatMap((item) =>
      rows
        .filter((row) => row.item_id === item.id)
        .map((row) => {
          const value = responseValue.parse(row.value)
          return {
            itemId: item.id,
            section: section.title,
            question: item.prompt,
            answer: inWords(item, value, locale),
            value,
            answeredAt: row.answered_at?.toISOString() ?? null,
            storedAt: row.stored_at?.toISOString() ?? null,
            seconds: row.elapsed_ms === null ? null : row.elapsed_ms / 1000,
            late: row.late,
          }
        }),
    ),
  )
}

const delivered = z.record(z.string(), responseInput)

/** The same of what another tablet has brought: as the tablet sent it. */
export function keptInWords(
  version: Version,
  seed: string,
  { responses, received_at: storedAt }: Pick<KeptAttemptRow, 'responses' | 'received_at'>,
  locale: Locale,
): OwnTest['keptAttempts'][number]['answers'] {
  const rows = Object.entries(delivered.parse(responses)).map(([itemId, input]) => {
    const { value, at, elapsedMs } = isSequenced(input) ? input : { value: input }
    return {
      item_id: itemId,
      value,
      late: false,
      stored_at: storedAt,
      answered_at: at === undefined ? null : new Date(at),
      elapsed_ms: elapsedMs ?? null,
    }
  })
  return answersInWords(version, seed, rows, locale).map(({ storedAt: _, late: __, ...answer }) => answer)
}
