import { useLocation } from 'react-router'
import { worksForClients } from '#contract/access.ts'
import { entryPath } from '../access.ts'
import { useAuth } from '../auth.ts'
import { ClientSelector } from './ClientSelector.tsx'
import { Logo } from './Logo.tsx'
import classes from './TopBar.module.css'

/** The client that pages work on. Where there is none (administration, one's own tests), a small screen shows whose page it is. */
export function ChosenClient() {
  const { pathname } = useLocation()
  const user = useAuth((state) => state.user)
  // Somebody who only takes tests works on no client, and asking for the list would be refused.
  if (worksForClients(user) && !pathname.startsWith('/admin/')) return <ClientSelector />
  return (
    <span className={classes.brand}>
      <Logo to={entryPath(user)} />
    </span>
  )
}
