import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { Button } from '../parts/Button.tsx'
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
  const [agreed, setAgreed] = useState(false)
  const list = useRef<HTMLOListElement>(null)

  const move = (index: number, by: -1 | 1) => {
    const next = [...order]
    const [id] = next.splice(index, 1)
    if (id === undefined) return
    next.splice(index + by, 0, id)
    answer(next)
    setMoved(id)
    setAgreed(false)
    // Focus stays on the arrow that was pressed; at the end of the list that arrow is off, so its twin takes over.
    requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-row="${CSS.escape(id)}"]`)
      const same = row?.querySelector<HTMLButtonElement>(by < 0 ? '[data-up]' : '[data-down]')
      const twin = row?.querySelector<HTMLButtonElement>(by < 0 ? '[data-down]' : '[data-up]')
      ;(same?.disabled ? twin : same)?.focus()
    })
  }

  /** Alt with an arrow moves the row that one is in, whichever of its arrows has the focus. */
  const moveByKey = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (by === undefined || !event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (order[index + by] !== undefined) move(index, by)
  }
  /** Its button goes with that, so the focus goes on to what can still be done. */
  const agree = () => {
    answer(order)
    setAgreed(true)
    list.current?.querySelector<HTMLButtonElement>('button:enabled')?.focus()
  }

  return (
    <>
      <ol className="stack gap-8 above-16" ref={list}>
        {order.map((id, index) => {
          const label = labels.get(id) ?? id
          return (
            <li
              key={id}
              data-row={id}
              data-option
              onKeyDown={(event) => moveByKey(event, index)}
              className={cx(
                'stack align-center gap-10 medium surface rounded-lg',
                styles.orderRow,
                moved === id && styles.moved,
              )}
            >
              <span className={`stack centered bold tinted circle ${styles.orderNumber}`} aria-hidden>
                {index + 1}
              </span>
              <span>{label}</span>
              <Moves
                label={label}
                isFirst={index === 0}
                isLast={index === order.length - 1}
                onMove={(by) => move(index, by)}
              />
            </li>
          )
        })}
      </ol>
      <p className={cx(styles.help)} role="status">
        {moved !== undefined &&
          !agreed &&
          t('player-item:item.movedTo', { label: labels.get(moved) ?? '', n: order.indexOf(moved) + 1 })}
        {agreed && t('player-item:item.orderKept')}
      </p>
      {given.length === 0 && (
        <div className="text-center">
          <Button look="plain" onClick={agree}>
            {t('player-item:item.orderIsRight')}
          </Button>
        </div>
      )}
    </>
  )
}

interface MovesProps {
  label: string
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
}

function Moves({ label, isFirst, isLast, onMove }: MovesProps) {
  return (
    <span className="flex gap-6">
      <button
        type="button"
        data-up
        aria-keyshortcuts="Alt+ArrowUp"
        className={`stack centered surface rounded no-padding pointer ${styles.move}`}
        disabled={isFirst}
        aria-label={t('player-item:item.moveUp', { label })}
        onClick={() => onMove(-1)}
      >
        <IconChevronUp aria-hidden />
      </button>
      <button
        type="button"
        data-down
        aria-keyshortcuts="Alt+ArrowDown"
        className={`stack centered surface rounded no-padding pointer ${styles.move}`}
        disabled={isLast}
        aria-label={t('player-item:item.moveDown', { label })}
        onClick={() => onMove(1)}
      >
        <IconChevronDown aria-hidden />
      </button>
    </span>
  )
}
