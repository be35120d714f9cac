import { t } from '../words.ts'
import { chosenParts, type ItemProps } from './answering.ts'
import styles from './items.module.css'

/** Replaces control characters, such as a tab copied from a sheet: no answer takes them (contract/fields.ts, typed). */
const printable = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')

/** Gaps to fill, choices within a sentence, and pairs to match: one labelled native field for each part. */
export function PartsItem({ item, kept, answer }: ItemProps) {
  const given = chosenParts(kept)
  const set = (part: string, value: string) => {
    const { [part]: _, ...others } = given
    answer(value === '' ? others : { ...others, [part]: value })
  }
  return (
    <div className="stack gap-12 above-16">
      {item.parts?.map((part) => {
        const options = item.type === 'matching' ? item.options : part.options
        return (
          <label
            key={part.id}
            className={`stack gap-6 semibold ${styles.part}`}
            htmlFor={`part-${part.id}`}
            data-option
          >
            {part.label}
            {options === undefined ? (
              <input
                className="full-width medium ink surface rounded-lg"
                id={`part-${part.id}`}
                type="text"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={200}
                value={given[part.id] ?? ''}
                onChange={(event) => set(part.id, printable(event.currentTarget.value))}
              />
            ) : (
              <select
                className="full-width medium ink surface rounded-lg"
                id={`part-${part.id}`}
                value={given[part.id] ?? ''}
                onChange={(event) => set(part.id, event.currentTarget.value)}
              >
                <option value="">{t('player-item:item.choose')}</option>
                {options.map((option) => (
                  <option key={option.id} value={option.id}>
                    {option.label}
                  </option>
                ))}
              </select>
            )}
          </label>
        )
      })}
    </div>
  )
}
