import { IconChevronDown, IconMessageCircleQuestion } from '@tabler/icons-react'
import type { GroupView, ReportView, RowView } from '#report/view.ts'
import { Card, CardHeader } from '../../../ui/layout/Card.tsx'
import { BandWord } from './BandWord.tsx'
import { Chart } from './Chart.tsx'
import classes from './details.module.css'
import { Legend } from './Legend.tsx'

/** The questions fold behind their scale on screen; on paper they are open. */
function Interview({ row, title }: { row: RowView; title: string }) {
  return (
    <details className={classes.ask}>
      <summary>
        <IconMessageCircleQuestion size={20} stroke={1.75} aria-hidden />
        <span>
          {`${title} (${row.interview.length})`}
          <span className="sr">{`: ${row.name}`}</span>
        </span>
        <IconChevronDown size={16} stroke={1.75} className={classes.fold} aria-hidden />
      </summary>
      <ul>
        {row.interview.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </details>
  )
}

function Row({ row, view }: { row: RowView; view: ReportView }) {
  return (
    <li className={classes.item}>
      <div className={classes.row}>
        <b className={classes.name}>{row.name}</b>
        <div className={classes.lane}>
          <Chart picture={row.picture} />
        </div>
        <div className={classes.value}>
          {row.value}
          {row.second === null ? null : <small>{row.second}</small>}
        </div>
        <div className={classes.meaning}>
          {row.band ? <BandWord band={row.band} layout={view.layout} /> : null}
        </div>
        <div className={classes.words}>
          {row.description === '' ? null : <p>{row.description}</p>}
          {row.band?.text ? <p className={classes.plain}>{row.band.text}</p> : null}
        </div>
      </div>
      {row.interview.length > 0 ? <Interview row={row} title={view.interviewTitle} /> : null}
    </li>
  )
}

function Group({ group, view }: { group: GroupView; view: ReportView }) {
  return (
    <section>
      {group.name === null ? null : (
        <div className={classes.category}>
          <h3>{group.name}</h3>
          {group.value === null ? null : (
            <span>
              {view.columns.category} <b>{group.value}</b>
            </span>
          )}
        </div>
      )}
      <ul>
        {group.rows.map((row) => (
          <Row key={row.key} row={row} view={view} />
        ))}
      </ul>
    </section>
  )
}

/** A row for each scale: what it means, where the score lies, what to ask. */
export function Details({ view }: { view: ReportView }) {
  if (view.groups.length === 0) return null
  const { columns } = view
  return (
    <Card clip className={classes.details ?? ''}>
      <CardHeader title={view.detailsTitle} actions={<Legend items={view.detailsLegend} dots />} />
      <div className={classes.heads} aria-hidden>
        <span>{columns.scale}</span>
        <span className={classes.ends}>
          <span>{columns.lower}</span>
          <span>{columns.higher}</span>
        </span>
        <span className={classes.end}>{columns.score}</span>
        <span>{columns.meaning}</span>
      </div>
      {view.groups.map((group) => (
        <Group key={group.key} group={group} view={view} />
      ))}
    </Card>
  )
}
