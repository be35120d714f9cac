import type { LayoutParts } from '../layoutParts.ts'
import { SplitNav } from '../SplitNav.tsx'
import { TopBar } from '../TopBar.tsx'

/** A rail of sections, and beside it the pages of the one that is open. */
export const stackedSide: LayoutParts = {
  type: 'stackedSide',
  root: undefined,
  Side: SplitNav,
  Top: TopBar,
}
