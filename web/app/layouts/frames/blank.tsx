import type { LayoutParts } from '../layoutParts.ts'
import { MenuButton, TopBar } from '../TopBar.tsx'
import classes from './blank.module.css'

/** Content only. A button in the corner opens everything else: without it nobody would find the way out. */
export const blank: LayoutParts = {
  type: 'blank',
  Side: () => <MenuButton className={classes.menu} />,
  Top: () => (
    <div className={classes.top}>
      <TopBar />
    </div>
  ),
}
