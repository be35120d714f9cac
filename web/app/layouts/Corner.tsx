import classes from './Corner.module.css'
import { ThemeButton } from './ThemeButton.tsx'
import { MenuButton } from './TopBar.tsx'

/** The way out of a layout that shows nothing but the page: buttons for its settings and for the menu. */
export function Corner() {
  return (
    <div className={`flex gap-8 no-print ${classes.corner}`}>
      <ThemeButton />
      <MenuButton />
    </div>
  )
}
