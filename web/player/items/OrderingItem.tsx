import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Button } from '../parts/Button.tsx'
import controls from '../parts/controls.module.css'
import { t } from '../words.ts'
import { chosenOptions, type ItemProps } from './answering.ts'
import styles from './items.module.css'

/** Puts options in order by arrows. Untouched is unanswered: the first move, or saying that it is right, answers. */
export function OrderingItem({ item, kept, answer }: ItemProps) {
  const options = item.options ?? []
  const given = chosenOptions(kept)
  const order = given.length === options.length ? given : options.map((option) => option.id)
  const labels = new Map(options.map((option) => [option.id, option.label]))
  const [moved, setMoved] = useState<string>()
  const list = useRef<HTMLOListElement>(null)

  const move = (index: number, by: -1 | 1) => {
    const next = [...order]
    const [id] = next.splice(index, 1)
    if (id === undefined) return
    next.splice(index + by, 0, id)
    answer(next)
    setMoved(id)
    // Focus stays on the arrow that was pressed; at the end of the list that arrow is off, so its twin takes over.
    requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-row="${CSS.escape(id)}"]`)
      const same = row?.querySelector<HTMLButtonElement>(by < 0 ? '[data-up]' : '[data-down]')
      const twin = row?.querySelector<HTMLButtonElement>(by < 0 ? '[data-down]' : '[data-up]')
      ;(same?.disabled ? twin : same)?.focus()
    })
  }

  return (
    <>
      <ol className={styles.order} ref={list}>
        {order.map((id, index) => {
          const label = labels.get(id) ?? id
          return (
            <li
              key={id}
              data-row={id}
              data-option
              className={cx(styles.orderRow, moved === id && styles.moved)}
            >
              <span className={styles.orderNumber} aria-hidden>
                {index + 1}
              </span>
              <span>{label}</span>
              <span className={styles.moves}>
                <button
                  type="button"
                  data-up
                  className={styles.move}
                  disabled={index === 0}
                  aria-label={t('player:item.moveUp', { label })}
                  onClick={() => move(index, -1)}
                >
                  <IconChevronUp aria-hidden />
                </button>
                <button
                  type="button"
                  data-down
                  className={styles.move}
                  disabled={index === order.length - 1}
                  aria-label={t('player:item.moveDown', { label })}
                  onClick={() => move(index, 1)}
                >
                  <IconChevronDown aria-hidden />
                </button>
              </span>
            </li>
          )
        })}
      </ol>
      <p className={cx(styles.help)} role="status">
        {moved !== undefined &&
          t('player:item.movedTo', { label: labels.get(moved) ?? '', n: order.indexOf(moved) + 1 })}
      </p>
      {given.length === 0 && (
        <div className={controls.center}>
          <Button look="plain" onClick={() => answer(order)}>
            {t('player:item.orderIsRight')}
          </Button>
        </div>
      )}
    </>
  )
}
