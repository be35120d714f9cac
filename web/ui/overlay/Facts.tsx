import type { ReactNode } from 'react'
import classes from './Facts.module.css'

/** What is known of a record: each fact with its name. */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={classes.facts}>{children}</dl>

interface FactProps {
  name: string
  /** `auto` where the value is in a language of its own. */
  dir?: 'auto'
  children: ReactNode
}

export const Fact = ({ name, dir, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd dir={dir}>{children}</dd>
  </div>
)

/** Grey lines in place of facts that are on their way. */
export const FactsSkeleton = () => (
  <div className={classes.skeleton} aria-busy>
    {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
      <span key={key} />
    ))}
  </div>
)
