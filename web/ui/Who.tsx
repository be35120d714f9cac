import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import classes from './Who.module.css'

interface WhoProps {
  name: string
  /** A link on the name, where the row opens something. */
  children?: ReactNode
  /** E-mail address, telephone or staff number; shortened when it does not fit, whole as a tooltip. */
  detail?: string | undefined
}

/** A person in a table's row. The name wraps and is never cut; the detail may be. */
export function Who({ name, children, detail }: WhoProps) {
  return (
    <span className={classes.who}>
      <Avatar name={name} />
      <span className={classes.words}>
        <span className={classes.name} dir="auto">
          {children ?? name}
        </span>
        {detail ? (
          <span className={`meta ${classes.detail}`} title={detail}>
            <bdi>{detail}</bdi>
          </span>
        ) : null}
      </span>
    </span>
  )
}
