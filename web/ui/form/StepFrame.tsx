import { type ReactNode, useId } from 'react'
import { Form, type FormHandle } from './Form.tsx'
import classes from './StepFrame.module.css'

interface StepFrameProps {
  title: string
  lead: ReactNode
  children: ReactNode
  aside: ReactNode
  /** The way back or out, at the start of the foot. */
  back?: ReactNode
  /** Words beside the button that goes on. */
  note?: ReactNode
  forward: ReactNode
  /** Left out where there is nothing to fill in. */
  form?: FormHandle
}

/** One step: what is asked at the start, what follows from it beside, the ways on below. Enter goes on. */
export function StepFrame({ title, lead, children, aside, back, note, forward, form }: StepFrameProps) {
  const id = useId()
  const content = (
    <>
      <div className={`stack align-start ${classes.body}`}>
        <div className="stack min-0 gap-20">
          <div className={classes.head}>
            <h2 id={id}>{title}</h2>
            <p>{lead}</p>
          </div>
          {children}
        </div>
        <div className="stack min-0 gap-20">{aside}</div>
      </div>
      <div className={`row wraps gap-12 well edged-top ${classes.foot}`}>
        {back}
        <span className={`row push-end gap-12 ${classes.forward}`}>
          {note ? (
            <span className="meta" role="status">
              {note}
            </span>
          ) : null}
          {forward}
        </span>
      </div>
    </>
  )
  if (form === undefined) return <section aria-labelledby={id}>{content}</section>
  return (
    <Form form={form} aria-labelledby={id}>
      {content}
    </Form>
  )
}

export function Well({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={`stack gap-12 well rounded-lg edged ${classes.well}`}>
      <h3 className="text-14">{title}</h3>
      {children}
    </section>
  )
}

export interface Fact {
  label: string
  value: ReactNode
  tone?: 'red' | 'amber' | undefined
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={`stack gap-8 ${classes.facts}`}>
      {facts.map(({ label, value, tone }) => (
        <div className="flex split gap-12" key={label}>
          <dt className="min-0 muted breakable">{label}</dt>
          <dd className="rigid medium num breakable text-end" data-tone={tone}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
