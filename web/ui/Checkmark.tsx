import { Checkbox, type CheckboxProps } from '@mantine/core'
import classes from './CheckboxField.module.css'

export interface CheckmarkProps extends Omit<CheckboxProps, 'classNames' | 'size' | 'label'> {
  /** What ticking it does, for screen readers: the box stands alone in a table's row. */
  label: string
}

export function Checkmark({ label, ...props }: CheckmarkProps) {
  return (
    <Checkbox
      {...props}
      aria-label={label}
      classNames={{
        inner: `${classes.inner ?? ''} ${classes.bare ?? ''}`,
        input: classes.input ?? '',
        icon: classes.icon ?? '',
      }}
    />
  )
}
