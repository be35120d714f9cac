import { t } from '../words.ts'
import { chosenParts, type ItemProps } from './answering.ts'
import styles from './items.module.css'

/** The statement that fits most and the one that fits least; one alone is kept as a draft. */
export function ForcedChoiceItem({ item, kept, answer }: ItemProps) {
  const given = chosenParts(kept)
  const pick = (side: 'most' | 'least', id: string) => {
    const other = side === 'most' ? 'least' : 'most'
    const kept = given[other]
    const value: Record<string, string> =
      kept === undefined || kept === id ? { [side]: id } : { [side]: id, [other]: kept }
    answer(value, { draft: Object.keys(value).length < 2 })
  }
  return (
    <div className={styles.pairs}>
      {item.options?.map((option) => (
        <div key={option.id} className={styles.pair} data-option>
          <span>{option.label}</span>
          {(['most', 'least'] as const).map((side) => (
            <label key={side} className={styles.pick}>
              <input
                className={styles.cover}
                type="radio"
                name={`${item.id}:${side}`}
                aria-label={t(`player:item.${side}Of`, { label: option.label })}
                checked={given[side] === option.id}
                onChange={() => pick(side, option.id)}
              />
              <span aria-hidden>{t(`player:item.${side}`)}</span>
            </label>
          ))}
        </div>
      ))}
    </div>
  )
}
