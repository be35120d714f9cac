import type { HTMLAttributes, ReactNode } from 'react'
import classes from './Card.module.css'

type Box = HTMLAttributes<HTMLElement>

const join = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ')

/** Contains one subject. Its edge follows the theme: a hairline ring, or a border in layouts with bordered cards. */
export function Card({ className, clip = false, ...rest }: Box & { clip?: boolean }) {
  return (
    <section
      {...rest}
      className={join('min-0 surface rounded-lg', classes.card, clip ? classes.clip : '', className)}
    />
  )
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
    <div className={`row wraps gap-12 ${classes.header}`}>
      <h2>{title}</h2>
      {aside}
      {actions ? <div className="row push-end gap-8">{actions}</div> : null}
    </div>
  )
}

export function CardBody({ className, ...rest }: Box) {
  return <div {...rest} className={join(classes.body, className)} />
}

export function CardFooter({ className, ...rest }: Box) {
  return <div {...rest} className={join('row wraps gap-12 ruled-top', classes.footer, className)} />
}
