import { useId } from 'react'
import type { Locale } from '#contract/fields.ts'
import type { ResponseValue } from '#contract/responses.ts'
import { parseNumber } from '#scoring/responses/text-answers.ts'
import { isDraft } from '../attempt/model.ts'
import { t, useLocale } from '../words.ts'
import type { ItemProps } from './answering.ts'
import styles from './items.module.css'

const limit = 1e12

/** A number as its language writes it: what another device typed came as a number alone, and `1.125` is a thousand in Turkish. */
const written = (value: ResponseValue, locale: Locale) =>
  typeof value === 'number' && locale === 'tr' ? String(value).replace('.', ',') : String(value)

/** A number, kept as it was typed; what cannot be read as one stays on the device as a draft and is said. */
export function NumericItem({ item, kept, answer }: ItemProps) {
  const locale = useLocale()
  const helpId = useId()
  const typed = kept?.typed ?? (kept === undefined ? '' : written(kept.value, item.lang ?? locale))
  const unreadable = kept !== undefined && isDraft(kept) && typed.trim() !== ''
  const type = (text: string) => {
    const number = parseNumber(text, item.lang ?? locale)
    const readable = number !== null && Math.abs(number) <= limit
    answer(readable ? number : text.slice(0, 100), { typed: text.slice(0, 100), draft: !readable })
  }
  return (
    <>
      <div className={`above-16 surface rounded-lg ${styles.number}`}>
        <input
          className="full-width bold rounded-lg bare"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={t('player-item:item.yourAnswer')}
          aria-describedby={helpId}
          aria-invalid={unreadable}
          value={typed}
          onChange={(event) => type(event.currentTarget.value)}
        />
      </div>
      <p id={helpId} className={styles.help} aria-live="polite">
        {unreadable ? t('player-item:item.numberUnreadable') : t('player-item:item.numberHelp')}
      </p>
    </>
  )
}
