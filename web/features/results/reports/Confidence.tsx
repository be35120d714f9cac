import { IconAlertTriangle, IconCheck, IconShieldCheck, IconShieldQuestion } from '@tabler/icons-react'
import type { ReportView } from '#report/view.ts'
import { Card, CardBody, CardHeader } from '../../../ui/layout/Card.tsx'
import { Pill, type PillTone } from '../../../ui/text/Pill.tsx'
import classes from './report.module.css'

const tones: Record<NonNullable<ReportView['confidence']['level']>, PillTone> = {
  high: 'green',
  medium: 'amber',
  low: 'amber',
}

/** The response quality of the result, check by check, and what the result is not good for. */
export function Confidence({ view }: { view: ReportView }) {
  const { confidence } = view
  const Shield = confidence.level === 'high' ? IconShieldCheck : IconShieldQuestion
  return (
    <>
      <Card className={classes.whole ?? ''}>
        <CardHeader
          title={confidence.title}
          actions={
            <Pill
              tone={confidence.level === null ? 'neutral' : tones[confidence.level]}
              icon={<Shield size={16} stroke={1.75} aria-hidden />}
            >
              {confidence.value}
            </Pill>
          }
        />
        <CardBody>
          {confidence.checks.length > 0 ? (
            <dl className={`stack gap-20 ${classes.checks}`}>
              {confidence.checks.map((check) => (
                <div key={check.id} data-ok={check.ok}>
                  <dt>{check.name}</dt>
                  <dd className="flex gap-6 medium">
                    {check.ok ? (
                      <IconCheck size={18} stroke={2} role="img" aria-label={check.state} />
                    ) : (
                      <IconAlertTriangle size={18} stroke={1.75} role="img" aria-label={check.state} />
                    )}
                    {check.text}
                  </dd>
                </div>
              ))}
            </dl>
          ) : null}
          <p className={classes.meta}>{confidence.explanation}</p>
          {view.signals === null ? null : (
            <div className={classes.signals}>
              <h3 className="text-14">{view.signals.title}</h3>
              <ul>
                {view.signals.facts.map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
              </ul>
              <p className={classes.meta}>{view.signals.note}</p>
            </div>
          )}
        </CardBody>
      </Card>
      <Card className={classes.whole ?? ''}>
        <CardBody className={`stack gap-20 ${classes.notes ?? ''}`}>
          {view.notes.map((note) => (
            <div key={note.key}>
              <h2>{note.title}</h2>
              {note.paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          ))}
          <p className={classes.meta}>
            {view.shown === null ? null : `${view.shown} `}
            {view.versions}
          </p>
        </CardBody>
      </Card>
    </>
  )
}
