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
      <summary className="text-13">
        <IconMessageCircleQuestion className="rigid faint" size={20} stroke={1.75} aria-hidden />
        <span>
          {`${title} (${row.interview.length})`}
          <span className="sr">{`: ${row.name}`}</span>
        </span>
        <IconChevronDown
          size={16}
          stroke={1.75}
          className={`rigid faint no-print ${classes.fold}`}
          aria-hidden
        />
      </summary>
      <ul className="well rounded edged">
        {row.interview.map((question) => (
          <li key={question}>{question}</li>
        ))}
      </ul>
    </details>
  )
}

function Row({ row, view }: { row: RowView; view: ReportView }) {
  return (
    <li className={`ruled-top ${classes.item}`}>
      <div className={`stack align-center ${classes.row}`}>
        <b className={`medium ${classes.name}`}>{row.name}</b>
        <div className={classes.lane}>
          <Chart picture={row.picture} />
        </div>
        <div className={`semibold num text-end ${classes.value}`}>
          {row.value}
          {row.second === null ? null : (
            <small className="block text-12 regular faint nowrap">{row.second}</small>
          )}
        </div>
        <div className={classes.meaning}>
          {row.band ? <BandWord band={row.band} layout={view.layout} /> : null}
        </div>
        <div className={`text-13 muted pretty ${classes.words}`}>
          {row.description === '' ? null : <p>{row.description}</p>}
          {row.band?.text ? <p className={`ink ${classes.plain}`}>{row.band.text}</p> : null}
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
        <div className={`row gap-12 well edged-top ${classes.category}`}>
          <h3 className="text-14">{group.name}</h3>
          {group.value === null ? null : (
            <span className="push-end muted num nowrap">
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
      <div className={`stack text-12 faint ${classes.heads}`} aria-hidden>
        <span>{columns.scale}</span>
        <span className={`flex split ${classes.ends}`}>
          <span>{columns.lower}</span>
          <span>{columns.higher}</span>
        </span>
        <span className="text-end">{columns.score}</span>
        <span>{columns.meaning}</span>
      </div>
      {view.groups.map((group) => (
        <Group key={group.key} group={group} view={view} />
      ))}
    </Card>
  )
}
