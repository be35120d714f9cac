import { LogoMark } from '../../LogoMark.tsx'
import { PageLink } from './Link.tsx'

export function Logo() {
  return (
    <PageLink to="home" className="logo">
      <LogoMark />
      <span>Terazi</span>
    </PageLink>
  )
}
