import { Outlet } from 'react-router'
import { paths } from '../paths.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Logo } from './Logo.tsx'
import { ModeSwitch } from './ModeSwitch.tsx'
import classes from './ParticipantLayout.module.css'
import tools from './tools.module.css'
import { UserMenu } from './UserMenu.tsx'

/** For somebody who came to take a test: nothing to find one's way in but the tests themselves. */
export function ParticipantLayout() {
  return (
    <div className={classes.app}>
      <header className={classes.top}>
        <Logo to={paths.myAssignments} />
        <div className={tools.tools}>
          <LanguageSwitch />
          <span className={tools.wide}>
            <ModeSwitch />
          </span>
          <UserMenu />
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classes.page}>
        <Outlet />
      </main>
    </div>
  )
}
