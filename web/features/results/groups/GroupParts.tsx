import type { GroupPart, GroupReportView, GroupRow, GroupSection } from '#report/groups.ts'
import { noScore } from '#report/words.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import { Card, CardHeader } from '../../../ui/layout/Card.tsx'
import { Chart } from '../reports/Chart.tsx'
import { Legend } from '../reports/Legend.tsx'
import reportClasses from '../reports/report.module.css'
import classes from './group.module.css'

/** A report of a group, as the PDF shows it too. */
export function GroupParts({ view }: { view: GroupReportView }) {
  return (
    <>
      <dl className={`flex surface rounded-lg clip ${reportClasses.facts}`}>
        {view.facts.map((fact) => (
          <div key={fact.key}>
            <dt className="text-13 muted">{fact.label}</dt>
            <dd className="text-18 semibold num breakable">{fact.value}</dd>
            {fact.note === null ? null : (
              <dd className={`text-13 muted breakable ${classes.note}`}>{fact.note}</dd>
            )}
          </div>
        ))}
      </dl>
      {view.notes.length === 0 ? null : (
        <Alert type="info" duration={0}>
          {view.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Alert>
      )}
      {view.parts.map((part) => (
        <Part key={part.key} part={part} />
      ))}
    </>
  )
}

function Part({ part }: { part: GroupPart }) {
  return (
    <Card clip>
      <CardHeader title={part.title} actions={<Legend items={part.legend} dots />} />
      {part.notes.length === 0 ? null : (
        <div className={`muted pretty ${classes.lead}`}>
          {part.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
      {part.sections.map((section) => (
        <Section key={section.key} section={section} />
      ))}
    </Card>
  )
}

function Section({ section }: { section: GroupSection }) {
  return (
    <section>
      {section.title === null ? null : (
        <h3 className={`text-14 well edged-top ${classes.heading}`}>{section.title}</h3>
      )}
      {section.ends === null ? null : (
        <div className={`text-12 faint num ${classes.ends}`} aria-hidden>
          {section.ends.map((end) => (
            <span key={end}>{end}</span>
          ))}
        </div>
      )}
      <ul>
        {section.rows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
    </section>
  )
}

function Row({ row }: { row: GroupRow }) {
  const { name, value, detail, mark, picture, bands } = row
  return (
    <li className={`ruled-top ${classes.row}`}>
      <div className={`min-0 ${classes.name}`}>
        <b className="medium breakable">{name}</b>
        {mark === null ? null : <span className="block text-13 semibold ink-primary">{mark}</span>}
      </div>
      <div className={`semibold num nowrap ${classes.value}`}>
        {/* The words beside it say why there is no number. */}
        {value === noScore && detail !== null ? null : value}
      </div>
      <div className={classes.charts}>
        {picture === null ? null : <Chart picture={picture} />}
        {bands?.picture ? <Chart picture={bands.picture} /> : null}
      </div>
      <div className={`min-0 text-13 muted num ${classes.detail}`}>
        {detail === null ? null : <span className="block breakable">{detail}</span>}
        {bands === null ? null : <span className="block breakable">{bands.text}</span>}
      </div>
    </li>
  )
}
