import type { ReactNode } from 'react'
import type { OwnAssignment } from '#contract/participant.ts'
import { cx } from '../cx.ts'
import controls from '../parts/controls.module.css'
import { Frame } from '../parts/Frame.tsx'
import { Header } from '../parts/Header.tsx'
import styles from './pages.module.css'

interface MessagePageProps {
  title: string
  drawing?: ReactNode
  lead?: ReactNode
  children?: ReactNode
  dock?: ReactNode
  /** The client whose test the page is about, and whose look it has. */
  client?: OwnAssignment['client']
}

/** A page that says one thing: what happened, and what to do now. */
export function MessagePage({ title, drawing, lead, children, dock, client }: MessagePageProps) {
  return (
    <Frame title={title} brand={client?.brand} header={<Header of={client} />} dock={dock}>
      <div className={styles.middle}>
        {drawing}
        <h1 className={controls.title}>{title}</h1>
        {lead && <p className={cx(controls.lead)}>{lead}</p>}
        {children}
      </div>
    </Frame>
  )
}
