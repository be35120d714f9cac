import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import type { OwnBrand } from '#contract/brand.ts'
import { cx } from '../cx.ts'
import styles from './frame.module.css'

interface FrameProps {
  title: string
  header: ReactNode
  children: ReactNode
  dock?: ReactNode
  wide?: boolean
  /** The content shrinks to the screen where its parts allow it (figures, passages); what can't scrolls. */
  fit?: boolean
  /** Floats over the end of the part that scrolls, above the dock. */
  over?: ReactNode
  /** A page with nothing to press in its text: the text itself can be scrolled by keyboard. */
  reading?: boolean
  /** The client's look and words. */
  brand?: OwnBrand | undefined
}

/** A page: header, the part that scrolls, and the dock. Sets the document's title. */
export function Frame({ title, header, children, dock, wide, fit, over, reading, brand }: FrameProps) {
  useEffect(() => {
    document.title = `${title} · Terazi`
  }, [title])
  // A new page is heard from its title on. What has the focus keeps it: a field, a sheet, or an item's question. In a frame
  // beside a form that is the form.
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    const heading = main.current?.querySelector('h1')
    if (!heading || document.activeElement !== document.body || window !== parent) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [])
  return (
    <div
      className={cx('stack clip', styles.screen, brand?.color ? styles.own : undefined)}
      style={{ '--own': brand?.color, '--on-own': brand?.textColor } as CSSProperties}
    >
      <header className={`relative surface ${styles.top}`}>{header}</header>
      <main ref={main} className={`flex vertical ${styles.main}`} tabIndex={reading ? 0 : undefined}>
        <div
          className={cx('flex vertical full-width', styles.column, wide && styles.wide, fit && styles.fit)}
        >
          {children}
          {brand?.logo ? <p className={`muted text-center ${styles.platform}`}>Terazi</p> : null}
        </div>
      </main>
      {dock ? (
        <footer className={`relative surface ${styles.dock}`}>
          {over}
          <div className={cx(styles.inner, wide && styles.wide)}>{dock}</div>
        </footer>
      ) : (
        <span />
      )}
    </div>
  )
}
