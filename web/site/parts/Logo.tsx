import { LogoMark } from '../../LogoMark.tsx'
import { PageLink } from './Link.tsx'

export function Logo() {
  return (
    <PageLink to="home" className="inline-row gap-10 touch-height logo">
      <LogoMark />
      <span>Terazi</span>
    </PageLink>
  )
}
