import { type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import controls from './controls.module.css'
import styles from './sheet.module.css'

interface SheetProps {
  title: string
  children: ReactNode
  badge?: ReactNode
  warn?: boolean
  /** Closes the sheet. If it is missing, the sheet asks for an answer and Esc does not close it. */
  onClose?: () => void
}

/** A sheet from the bottom edge. The native dialog traps the focus and gives it back. */
export function Sheet({ title, children, badge, warn, onClose }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={`full-width ink text-start surface ${styles.sheet}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <div className={styles.grab} />
      {badge && (
        <div className={cx('stack centered ink-primary circle', styles.badge, warn && styles.badgeWarn)}>
          {badge}
        </div>
      )}
      <h2 id={titleId} className={controls.title}>
        {title}
      </h2>
      {children}
    </dialog>
  )
}

export function SheetActions({ children }: { children: ReactNode }) {
  return <div className={`stack gap-8 ${styles.actions}`}>{children}</div>
}
