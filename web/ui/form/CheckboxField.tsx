import { Checkbox, type CheckboxProps } from '@mantine/core'
import classes from './CheckboxField.module.css'

export type CheckboxFieldProps = Omit<CheckboxProps, 'classNames' | 'size' | 'styles'>

/** The whole row, 44 px high, is what one presses. */
export function CheckboxField(props: CheckboxFieldProps) {
  return (
    <Checkbox
      {...props}
      classNames={{
        body: classes.body ?? '',
        inner: classes.inner ?? '',
        input: classes.input ?? '',
        label: classes.label ?? '',
        description: classes.description ?? '',
        labelWrapper: classes.labelWrapper ?? '',
        icon: classes.icon ?? '',
      }}
    />
  )
}
