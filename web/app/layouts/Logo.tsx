import { Link } from 'react-router'
import { LogoMark } from '../../LogoMark.tsx'
import { paths } from '../paths.ts'
import classes from './Logo.module.css'

export const Mark = () => <LogoMark className={classes.mark} />

export function Logo({ to = paths.home, bare = false }: { to?: string; bare?: boolean }) {
  return (
    <Link to={to} className={`inline-row gap-10 touch-height ${classes.logo}`}>
      <Mark />
      <span className={bare ? 'sr' : undefined}>Terazi</span>
    </Link>
  )
}
