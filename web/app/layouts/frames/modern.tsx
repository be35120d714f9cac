import type { LayoutParts } from '../layoutParts.ts'
import { SideNav } from '../SideNav.tsx'
import { TopBar } from '../TopBar.tsx'
import classes from './modern.module.css'

/** One plane: navigation without ground or edge, the heading ruled off, bordered cards, the whole width. */
export const modern: LayoutParts = {
  type: 'modern',
  root: classes.root,
  page: classes.page,
  bordered: true,
  Side: () => <SideNav navMode="transparent" />,
  Top: TopBar,
}
