import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FormItem, FormStimulus } from '#contract/participant.ts'
import { cx } from '../cx.ts'
import { t } from '../words.ts'
import { namesBlackOrWhite } from './answering.ts'
import { Figure } from './Figure.tsx'
import styles from './stimulus.module.css'
import './words.ts'

/** True if part of the stimulus is cut off: it then scrolls in its own box, and can be opened to its whole length. */
function useCut(box: RefObject<HTMLElement | null>, whole: boolean): boolean {
  const [cut, setCut] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element || whole) return
    const watcher = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1))
    // Letters that arrive or grow change what is in the box, and not the box.
    for (const measured of [element, ...element.children]) watcher.observe(measured)
    return () => watcher.disconnect()
  }, [box, whole])
  return cut
}

/** The material of an item: a text, a table, the steps of a procedure or a figure, each in the element made for it. */
export function Stimulus({ item }: { item: FormItem }) {
  const { stimulus } = item
  const [whole, setWhole] = useState(false)
  const box = useRef<HTMLElement>(null)
  const cut = useCut(box, whole)
  if (!stimulus) return null
  const kind = kindOf(stimulus)
  return (
    <>
      <p className={`row split rigid semibold muted ${styles.first}`}>
        {t(`player-item:stimulus.${kind}.first`)}
        {(cut || whole) && (
          <button
            type="button"
            className={`inline-row gap-4 bold ink-primary bare pointer touch-height ${styles.whole}`}
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
          >
            {whole ? <IconChevronUp size={20} aria-hidden /> : <IconChevronDown size={20} aria-hidden />}
            {t(whole ? 'player-item:stimulus.less' : 'player-item:stimulus.whole')}
          </button>
        )}
      </p>
      <section
        className={cx(
          'surface rounded-lg',
          styles.stimulus,
          kind === 'figure' && `flex vertical ${styles.drawn}`,
          whole && 'rigid',
        )}
        id="stimulus"
        ref={box}
        tabIndex={cut ? 0 : -1}
        lang={stimulus.lang}
        aria-label={stimulus.title}
      >
        <h2>{stimulus.title}</h2>
        <Content stimulus={stimulus} asPrinted={namesBlackOrWhite(item)} />
      </section>
    </>
  )
}

/** Tests begun before there were other kinds are stored on devices without one. */
export const kindOf = ({ kind }: { kind?: FormStimulus['kind'] }): FormStimulus['kind'] => kind ?? 'passage'

function Content({ stimulus, asPrinted }: { stimulus: FormStimulus; asPrinted: boolean }) {
  switch (stimulus.kind) {
    case 'table':
      return <Table rows={stimulus.rows} />
    case 'procedure':
      return (
        <ol>
          {stimulus.steps.map((step, at) => (
            <li key={placeKey(at)}>{step}</li>
          ))}
        </ol>
      )
    case 'figure':
      return (
        <>
          <p>{stimulus.text}</p>
          <Figure image={stimulus.image} alt={stimulus.alt} asPrinted={asPrinted} />
        </>
      )
    default:
      return stimulus.text.split(/\n\n+/).map((paragraph, at) => <p key={placeKey(at)}>{paragraph}</p>)
  }
}

/** Lines, heads and cells may have the same text. Their position tells them apart, and it never changes. */
const placeKey = (at: number) => `${at}`

/** The first cell of a row says what the row is about, so it is a head too. */
function Table({ rows: [heads = [], ...rows] }: { rows: readonly string[][] }) {
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            {heads.map((head, column) => (
              <th key={placeKey(column)} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells], row) => (
            <tr key={placeKey(row)}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={placeKey(column)}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
