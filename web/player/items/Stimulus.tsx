import type { FormStimulus } from '#contract/participant.ts'
import { t } from '../words.ts'
import { Figure } from './Figure.tsx'
import styles from './stimulus.module.css'

/** What an item asks about: a text, a table, the steps of a procedure or a figure, each in the element made for it. */
export function Stimulus({ stimulus }: { stimulus: FormStimulus | undefined }) {
  if (!stimulus) return null
  return (
    <>
      <p className={styles.first}>{t(`player:stimulus.${kindOf(stimulus)}.first`)}</p>
      <section
        className={styles.stimulus}
        id="stimulus"
        tabIndex={-1}
        lang={stimulus.lang}
        aria-label={stimulus.title}
      >
        <h2>{stimulus.title}</h2>
        <Content stimulus={stimulus} />
      </section>
    </>
  )
}

/** Tests begun before there were other kinds are stored on devices without one. */
export const kindOf = ({ kind }: { kind?: FormStimulus['kind'] }): FormStimulus['kind'] => kind ?? 'passage'

function Content({ stimulus }: { stimulus: FormStimulus }) {
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
          <Figure image={stimulus.image} alt={stimulus.alt} />
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
