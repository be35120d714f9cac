import { IconAlertCircle } from '@tabler/icons-react'
import classes from './field.module.css'

/** The error message of a choice that is no input. */
export function FieldError({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <p className={classes.error} role="alert">
      <IconAlertCircle aria-hidden />
      <span>{children}</span>
    </p>
  )
}
