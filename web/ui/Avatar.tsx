import classes from './Avatar.module.css'
import { initials, organisationInitials, tintOf } from './initials.ts'

interface AvatarProps {
  name: string
  size?: 'sm' | 'md' | 'lg'
  /** Organisations are square, people round. */
  square?: boolean
}

/** Decoration beside a name: hidden from screen readers, which hear the name itself. */
export function Avatar({ name, size = 'md', square = false }: AvatarProps) {
  return (
    <span
      className={classes.avatar}
      data-size={size}
      data-square={square || undefined}
      data-tint={tintOf(name)}
      data-initials={square ? organisationInitials(name) : initials(name)}
      aria-hidden
    />
  )
}
