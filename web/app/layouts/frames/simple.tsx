import { entryPath } from '../../access.ts'
import { useAuth } from '../../auth.ts'
import { Logo } from '../Logo.tsx'
import type { LayoutParts } from '../layoutParts.ts'
import { NavTabs } from '../NavTabs.tsx'
import { TopBar } from '../TopBar.tsx'
import classes from './simple.module.css'

function Top() {
  const user = useAuth((state) => state.user)
  return (
    <>
      <TopBar
        brand={
          <span className={classes.brand}>
            <Logo to={entryPath(user)} />
          </span>
        }
      />
      <NavTabs />
    </>
  )
}

/** No side navigation: the entries are tabs under the header, and everything is in one centred column. */
export const simple: LayoutParts = { type: 'simple', root: classes.root, Top }
