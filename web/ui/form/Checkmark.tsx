import { Checkbox, type CheckboxProps } from '@mantine/core'
import { useId } from 'react'
import classes from './CheckboxField.module.css'

export interface CheckmarkProps extends Omit<CheckboxProps, 'classNames' | 'size' | 'label'> {
  /** The effect of ticking it, for screen readers: the box has no visible label in a table's row. */
  label: string
}

export function Checkmark({ label, ...props }: CheckmarkProps) {
  const id = useId()
  return (
    <label className={`relative ${classes.bare}`} htmlFor={id}>
      <Checkbox
        {...props}
        id={id}
        aria-label={label}
        classNames={{
          inner: classes.inner ?? '',
          input: `surface ${classes.input}`,
          icon: classes.icon ?? '',
        }}
      />
    </label>
  )
}
