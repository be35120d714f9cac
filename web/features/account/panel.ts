import type { User } from '#contract/auth.ts'

/** What every part of the page is given. */
export interface PanelProps {
  user: User
  /** Told whenever something typed here becomes, or stops being, different from what is stored. */
  onUnsaved: (unsaved: boolean) => void
}
