import type { User } from '#contract/auth.ts'

/** What every part of the page is given. */
export interface PanelProps {
  user: User
  /** Called when the form starts or stops having unsaved changes. */
  onUnsaved: (unsaved: boolean) => void
}
