import type { HTMLAttributes, ReactNode } from 'react'
import classes from './Card.module.css'

type Box = HTMLAttributes<HTMLElement>

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** Contains one subject. Its edge follows the theme: a hairline ring, or a border in layouts with bordered cards. */
export function Card({ className, clip = false, ...rest }: Box & { clip?: boolean }) {
  return <section {...rest} className={join(classes.card, clip ? classes.clip : undefined, className)} />
}

export function CardHeader({
  title,
  aside,
  actions,
}: {
  title: ReactNode
  aside?: ReactNode
  actions?: ReactNode
}) {
  return (
    <div className={classes.header}>
      <h2>{title}</h2>
      {aside}
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </div>
  )
}

export function CardBody({ className, ...rest }: Box) {
  return <div {...rest} className={join(classes.body, className)} />
}

export function CardFooter({ className, ...rest }: Box) {
  return <div {...rest} className={join(classes.footer, className)} />
}
