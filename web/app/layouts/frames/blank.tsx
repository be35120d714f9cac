import type { LayoutParts } from '../layoutParts.ts'
import { ThemeButton } from '../ThemeButton.tsx'
import { MenuButton, TopBar } from '../TopBar.tsx'
import classes from './blank.module.css'

/** Content only. Buttons in the corner open its settings and everything else: without them nobody would find the way out. */
export const blank: LayoutParts = {
  type: 'blank',
  Side: () => (
    <div className={`flex gap-8 no-print ${classes.corner}`}>
      <ThemeButton />
      <MenuButton />
    </div>
  ),
  Top: () => (
    <div className={classes.top}>
      <TopBar />
    </div>
  ),
}
