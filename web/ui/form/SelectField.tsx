import { Select, type SelectProps } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { dropdownClasses, type FieldProps, type OwnProps, splitField } from './fieldProps.tsx'

export type SelectFieldProps = FieldProps & Omit<SelectProps, OwnProps | 'rightSection'>

interface Chosen {
  /** Nothing is chosen at first, and something must be. */
  required?: boolean
}

/** One of a list; with `searchable` for long lists. */
export function SelectField({ required = false, ...props }: SelectFieldProps & Chosen) {
  const { field, rest } = splitField(props, required)
  return (
    <Select
      allowDeselect={false}
      checkIconPosition="right"
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 120 } }}
      rightSection={<IconSelector aria-hidden />}
      {...rest}
      {...field}
      classNames={{ ...field.classNames, ...dropdownClasses }}
    />
  )
}
