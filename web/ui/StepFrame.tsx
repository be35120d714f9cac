import { type FormEvent, type ReactNode, useId } from 'react'
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
  onSubmit?: () => void
}

/** One step: what is asked at the start, what follows from it beside, the ways on below. Enter goes on. */
export function StepFrame({ title, lead, children, aside, back, note, forward, onSubmit }: StepFrameProps) {
  const id = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit?.()
  }
  return (
    <form noValidate onSubmit={submit} aria-labelledby={id}>
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
    </form>
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
