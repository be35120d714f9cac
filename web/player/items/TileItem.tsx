import { IconCheck, IconX, IconZoomIn } from '@tabler/icons-react'
import { letterOf, nameOf } from '#scoring/form/option-letters.ts'
import { cx } from '../cx.ts'
import { t } from '../words.ts'
import { chosenOption, chosenOptions, type ItemProps, namesBlackOrWhite, toggled } from './answering.ts'
import { Enlarge } from './Figure.tsx'
import figure from './figure.module.css'
import styles from './items.module.css'

/** Pictures to choose from: radios or checkboxes as large tiles, each with its letter. */
export function TileItem({ item, kept, answer, marks }: ItemProps) {
  // The question of an item with a figure of its own speaks of that figure.
  const asPrinted = item.image === undefined && namesBlackOrWhite(item)
  const multiple = item.type === 'multiple'
  const chosen = multiple ? chosenOptions(kept) : [chosenOption(kept)]
  const pictures = (item.options ?? []).flatMap(({ image, label }, index) =>
    image === undefined ? [] : [{ image, alt: nameOf(index, label), letter: letterOf(index) }],
  )
  // Rows have the best height, and shrink on short screens as far as they stay clear.
  const rows = Math.ceil((item.options?.length ?? 0) / 2)
  return (
    <>
      <div
        className={`stack gap-12 ${styles.tiles}`}
        style={{ height: rows * 132 - 12, minHeight: rows * 84 - 12 }}
      >
        {item.options?.map((option, index) => {
          const on = chosen.includes(option.id)
          const mark = marks?.[option.id]
          return (
            <label
              key={option.id}
              data-option
              className={cx(
                'stack centered relative rounded-lg pointer',
                styles.tile,
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
                aria-label={nameOf(index, option.label)}
                checked={on}
                onChange={() => answer(multiple ? toggled(chosenOptions(kept), option.id) : option.id)}
              />
              <span className={`bold muted text-center surface rounded ${styles.letter}`} aria-hidden>
                {letterOf(index)}
              </span>
              {option.image ? (
                <img
                  className={cx(figure.drawing, asPrinted && figure.asPrinted)}
                  src={option.image}
                  alt=""
                />
              ) : (
                <span>{option.label}</span>
              )}
              {(on || mark) && (
                <span className={`stack centered circle ${styles.tick}`} aria-hidden>
                  {mark === 'wrong' ? <IconX size={18} stroke={3} /> : <IconCheck size={18} stroke={3} />}
                </span>
              )}
            </label>
          )
        })}
      </div>
      {pictures.length > 0 && (
        <div className="flex justify-center above-8">
          <Enlarge pictures={pictures} asPrinted={asPrinted} className={figure.more}>
            <IconZoomIn size={20} aria-hidden />
            {t('player-item:item.enlargeOptions')}
          </Enlarge>
        </div>
      )}
    </>
  )
}
