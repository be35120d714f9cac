import { IconCheck, IconX } from '@tabler/icons-react'
import { cx } from '../cx.ts'
import { chosenOption, type ItemProps } from './answering.ts'
import styles from './items.module.css'

/** Pictures to choose from: radios as large tiles, each with its letter. */
export function TileItem({ item, kept, answer, marks }: ItemProps) {
  const chosen = chosenOption(kept)
  return (
    <div className={styles.tiles}>
      {item.options?.map((option, index) => {
        const on = chosen === option.id
        const mark = marks?.[option.id]
        return (
          <label
            key={option.id}
            data-option
            className={cx(
              styles.tile,
              on && styles.chosen,
              mark === 'right' && styles.right,
              mark === 'wrong' && styles.wrong,
            )}
          >
            <input
              className={styles.cover}
              type="radio"
              name={item.id}
              value={option.id}
              aria-label={option.label}
              checked={on}
              onChange={() => answer(option.id)}
            />
            <span className={styles.letter} aria-hidden>
              {String.fromCharCode(65 + index)}
            </span>
            {option.image ? <img src={option.image} alt="" /> : <span>{option.label}</span>}
            {(on || mark) && (
              <span className={styles.tick} aria-hidden>
                {mark === 'wrong' ? <IconX size={18} stroke={3} /> : <IconCheck size={18} stroke={3} />}
              </span>
            )}
          </label>
        )
      })}
    </div>
  )
}
