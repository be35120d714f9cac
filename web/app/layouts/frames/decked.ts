import type { LayoutParts } from '../layoutParts.ts'
import { SideNav } from '../SideNav.tsx'
import { TopBar } from '../TopBar.tsx'
import classes from './decked.module.css'

/** The classic navigation beside a ground on which every page lies as one raised card. */
export const decked: LayoutParts = {
  type: 'decked',
  root: classes.root,
  page: classes.page,
  Side: SideNav,
  Top: TopBar,
}
