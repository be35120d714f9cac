import { Outlet } from 'react-router'
import classes from './BareLayout.module.css'
import { Mark } from './Logo.tsx'

/** Around a page for people without an account: it leads nowhere else. */
export function BareLayout() {
  return (
    <div className={`surface ${classes.root}`}>
      <header className={`inline-row gap-10 semibold no-print ${classes.head}`}>
        <Mark />
        <span>Terazi</span>
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </div>
  )
}
