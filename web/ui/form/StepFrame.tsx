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
      <div className={classes.body}>
        <div className={classes.main}>
          <div className={classes.head}>
            <h2 id={id}>{title}</h2>
            <p>{lead}</p>
          </div>
          {children}
        </div>
        <div className={classes.aside}>{aside}</div>
      </div>
      <div className={classes.foot}>
        {back}
        <span className={classes.forward}>
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
    <section className={classes.well}>
      <h3>{title}</h3>
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
    <dl className={classes.facts}>
      {facts.map(({ label, value, tone }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-tone={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
