import type { ReportView } from '#report/view.ts'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import classes from './report.module.css'

/** The circumstances of the test: facts and notes, with time and author. */
export function Conduct({ view: { conduct } }: { view: ReportView }) {
  if (conduct === null) return null
  return (
    <Card className={classes.whole ?? ''}>
      <CardHeader title={conduct.title} />
      <CardBody>
        <ul className={`stack gap-12 ${classes.conduct}`}>
          {conduct.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
          {conduct.notes.map((note) => (
            <li key={note.id}>
              <span className={`block breakable ${classes.noted}`}>{note.text}</span>
              <span className={classes.meta}>{note.by}</span>
            </li>
          ))}
        </ul>
        <p className={classes.meta}>{conduct.meaning}</p>
      </CardBody>
    </Card>
  )
}
