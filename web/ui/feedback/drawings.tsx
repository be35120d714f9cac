import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

/** Small line drawings of ours for empty places; they take their colours from the tokens. */
function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={classes.drawing} viewBox="0 0 120 84" aria-hidden="true">
      {children}
    </svg>
  )
}

export function ListDrawing() {
  return (
    <Drawing>
      <rect x="14" y="16" width="92" height="60" rx="8" className={classes.paper} />
      <path d="M14 32H106" />
      <circle cx="28" cy="45" r="5" className={classes.surface} />
      <path d="M40 45H70M84 45H96" />
      <circle cx="28" cy="62" r="5" className={classes.surface} />
      <path d="M40 62H62M84 62H96" />
      <circle cx="100" cy="18" r="14" className={classes.accentSurface} />
      <path d="M100 12V24M94 18H106" className={classes.accent} />
    </Drawing>
  )
}

export function PeopleDrawing() {
  return (
    <Drawing>
      <circle cx="42" cy="30" r="12" className={classes.surface} />
      <path d="M20 72c0-14 10-22 22-22s22 8 22 22" className={classes.surface} />
      <circle cx="78" cy="34" r="10" className={classes.surface} />
      <path d="M72 52c2-1 4-1 6-1 11 0 19 8 19 21" />
      <path d="M12 72H108" />
      <circle cx="100" cy="18" r="14" className={classes.accentSurface} />
      <path d="M100 12V24M94 18H106" className={classes.accent} />
    </Drawing>
  )
}

export function LetterDrawing() {
  return (
    <Drawing>
      <rect x="18" y="18" width="84" height="54" rx="8" className={classes.paper} />
      <path d="M20 24L60 50L100 24" />
      <circle cx="98" cy="64" r="14" className={classes.accentSurface} />
      <path d="M91 64.500l5 5l9-10" className={classes.accent} />
    </Drawing>
  )
}

/** Two pans at rest: nothing to weigh. */
export function ScalesDrawing() {
  return (
    <Drawing>
      <path d="M28 18H92M60 18V72M46 72H74" className={classes.accent} />
      <path d="M28 18L14 48M28 18L42 48M92 18L78 48M92 18L106 48" />
      <path d="M12 48H44a16 12 0 0 1-32 0ZM76 48H108a16 12 0 0 1-32 0Z" className={classes.surface} />
    </Drawing>
  )
}
