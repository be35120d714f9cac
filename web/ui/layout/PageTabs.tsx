import type { ReactNode } from 'react'
import classes from './TabRow.module.css'
import { TabRow } from './TabRow.tsx'

interface PageTabsProps {
  label: string
  current: string
  children: ReactNode
}

/** The parts of a page, each with an address of its own. */
export function PageTabs(props: PageTabsProps) {
  return <TabRow {...props} className={`gap-4 edged-bottom no-print ${classes.ofPage}`} />
}
