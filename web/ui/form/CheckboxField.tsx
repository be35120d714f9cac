import { Checkbox, type CheckboxProps } from '@mantine/core'
import classes from './CheckboxField.module.css'

export type CheckboxFieldProps = Omit<CheckboxProps, 'classNames' | 'size' | 'styles'>

/** The whole row, 44 px high, is what one presses. */
export function CheckboxField(props: CheckboxFieldProps) {
  return (
    <Checkbox
      {...props}
      classNames={{
        body: `align-start touch-height ${classes.body}`,
        inner: classes.inner ?? '',
        input: `surface ${classes.input}`,
        label: classes.label ?? '',
        description: classes.description ?? '',
        labelWrapper: 'text-14',
        icon: classes.icon ?? '',
      }}
    />
  )
}
