import { type KeyboardEvent, useRef } from 'react'
import { cx } from '../cx.ts'
import { t } from '../words.ts'
import { chosenParts, type ItemProps } from './answering.ts'
import styles from './items.module.css'

const sides = ['most', 'least'] as const
type Side = (typeof sides)[number]

/** The direction of an arrow key in a group of radios: on, back, or 0 for another key. */
function stepOf({ key, currentTarget }: KeyboardEvent<HTMLElement>): 1 | -1 | 0 {
  const mirrored = getComputedStyle(currentTarget).direction === 'rtl'
  if (key === 'ArrowDown' || key === (mirrored ? 'ArrowLeft' : 'ArrowRight')) return 1
  if (key === 'ArrowUp' || key === (mirrored ? 'ArrowRight' : 'ArrowLeft')) return -1
  return 0
}

/** The statement that fits most and the one that fits least; one alone is kept as a draft. */
export function ForcedChoiceItem({ item, kept, answer }: ItemProps) {
  const given = chosenParts(kept)
  const pick = (side: Side, id: string) => {
    const other = side === 'most' ? 'least' : 'most'
    const kept = given[other]
    const value: Record<string, string> =
      kept === undefined || kept === id ? { [side]: id } : { [side]: id, [other]: kept }
    answer(value, { draft: Object.keys(value).length < 2 })
  }
  const list = useRef<HTMLDivElement>(null)
  /** The arrows pass over the statement of the other column: choosing it on the way would take it away there. */
  const walk = (event: KeyboardEvent<HTMLInputElement>, side: Side, at: number) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const by = stepOf(event)
    const options = item.options ?? []
    if (by === 0 || options.length < 2) return
    event.preventDefault()
    let to = at
    do to = (to + by + options.length) % options.length
    while (options[to]?.id === given[side === 'most' ? 'least' : 'most'])
    const id = options[to]?.id
    if (id === undefined || to === at) return
    list.current
      ?.querySelector<HTMLInputElement>(`input[name$=":${side}"][value="${CSS.escape(id)}"]`)
      ?.focus()
    pick(side, id)
  }
  return (
    <div className="stack gap-8 above-16" ref={list}>
      {item.options?.map((option, at) => (
        <div
          key={option.id}
          className={`stack align-center gap-8 surface rounded-lg ${styles.pair}`}
          data-option
        >
          <span>{option.label}</span>
          {sides.map((side) => (
            <label
              key={side}
              className={cx(
                'stack centered relative semibold surface rounded pointer',
                styles.pick,
                given[side] === option.id && styles.picked,
              )}
            >
              <input
                className={styles.cover}
                type="radio"
                name={`${item.id}:${side}`}
                value={option.id}
                onKeyDown={(event) => walk(event, side, at)}
                aria-label={t(`player-item:item.${side}Of`, { label: option.label })}
                checked={given[side] === option.id}
                onChange={() => pick(side, option.id)}
              />
              <span aria-hidden>{t(`player-item:item.${side}`)}</span>
            </label>
          ))}
        </div>
      ))}
    </div>
  )
}
