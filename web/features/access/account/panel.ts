import type { User } from '#contract/auth.ts'

/** The props of every part of the page. */
export interface PanelProps {
  user: User
  /** Called when the form starts or stops having unsaved changes. */
  onUnsaved: (unsaved: boolean) => void
}
