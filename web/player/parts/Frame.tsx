import { type ReactNode, useEffect } from 'react'
import { cx } from '../cx.ts'
import styles from './frame.module.css'

interface FrameProps {
  title: string
  header: ReactNode
  children: ReactNode
  dock?: ReactNode
  wide?: boolean
}

/** A page: header, the part that scrolls, and the dock. Sets the document's title. */
export function Frame({ title, header, children, dock, wide }: FrameProps) {
  useEffect(() => {
    document.title = `${title} · Terazi`
  }, [title])
  return (
    <div className={styles.screen}>
      <header className={styles.top}>{header}</header>
      <main className={styles.main}>
        <div className={cx(styles.column, wide && styles.wide)}>{children}</div>
      </main>
      {dock ? (
        <footer className={styles.dock}>
          <div className={styles.inner}>{dock}</div>
        </footer>
      ) : (
        <span />
      )}
    </div>
  )
}
