import type { ReactNode } from 'react'
import classes from './TabRow.module.css'
import { TabRow } from './TabRow.tsx'

interface CardTabsProps {
  label: string
  current: string
  children: ReactNode
}

/** The parts of a card's list, each with an address of its own. */
export function CardTabs(props: CardTabsProps) {
  return <TabRow {...props} className={`gap-24 edged-bottom ${classes.ofCard}`} />
}

/** The number of a tab's rows, beside its words. */
export function TabCount({ children }: { children: string }) {
  return <span className={`regular muted num ${classes.count}`}>{children}</span>
}
