import { useState } from 'react'
import classes from './Avatar.module.css'
import { initials, organisationInitials, tintOf } from './initials.ts'

interface AvatarProps {
  name: string
  /** The picture's address; empty, or a picture that does not come, leaves the initials. */
  src?: string
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Organisations are square, people round. */
  square?: boolean
}

/** Decoration beside a name: hidden from screen readers, which hear the name itself. */
export function Avatar({ name, src = '', size = 'md', square = false }: AvatarProps) {
  const [missing, setMissing] = useState('')
  const pictured = src !== '' && src !== missing
  return (
    <span
      className={`inline-row justify-center semibold muted circle ${classes.avatar}`}
      data-size={size}
      data-square={square || undefined}
      data-tint={tintOf(name)}
      data-initials={pictured ? undefined : square ? organisationInitials(name) : initials(name)}
      aria-hidden
    >
      {pictured ? <img src={src} alt="" onError={() => setMissing(src)} /> : null}
    </span>
  )
}
