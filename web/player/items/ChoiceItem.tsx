import { IconCheck, IconX } from '@tabler/icons-react'
import { cx } from '../cx.ts'
import { t } from '../words.ts'
import { chosenOption, chosenOptions, type ItemProps, toggled } from './answering.ts'
import styles from './items.module.css'

const longestShort = 14

/** Beside a picture or a text, options of a word or two share a row: what they are about gets the room. */
const isShort = ({ image, stimulus, options = [] }: ItemProps['item']) =>
  (image !== undefined || stimulus !== undefined) &&
  options.every(({ label }) => label.length <= longestShort)

/** One option of several, or several of them: native radios or checkboxes, the whole row is the label. */
export function ChoiceItem({ item, kept, answer, reading, marks }: ItemProps) {
  const multiple = item.type === 'multiple'
  const chosen = multiple ? chosenOptions(kept) : [chosenOption(kept)]
  return (
    <div className={cx('stack gap-8', styles.options, isShort(item) && styles.short)}>
      {item.options?.map((option, index) => {
        const on = chosen.includes(option.id)
        const mark = marks?.[option.id]
        return (
          <label
            key={option.id}
            data-option
            className={cx(
              'stack align-center relative gap-12 medium surface rounded-lg pointer',
              styles.option,
              on && styles.chosen,
              mark === 'right' && styles.right,
              mark === 'wrong' && styles.wrong,
            )}
          >
            <input
              className={styles.cover}
              type={multiple ? 'checkbox' : 'radio'}
              name={item.id}
              value={option.id}
              checked={on}
              onChange={() => answer(multiple ? toggled(chosenOptions(kept), option.id) : option.id)}
            />
            <span
              className={cx('stack centered surface circle', styles.ring, multiple && styles.square)}
              aria-hidden
            >
              {mark === 'wrong' ? (
                <IconX size={18} stroke={3} />
              ) : (
                (on || mark === 'right') && <IconCheck size={18} stroke={3} />
              )}
            </span>
            <span>
              <span className={cx(reading === index + 1 && styles.said)}>{option.label}</span>
            </span>
            {mark && (
              <span className={`bold nowrap ${styles.mark}`} aria-hidden>
                {mark === 'right' ? t('player-item:practice.right') : ''}
              </span>
            )}
          </label>
        )
      })}
    </div>
  )
}
