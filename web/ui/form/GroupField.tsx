import { Autocomplete } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import type { ControlSize } from '../button/Button.tsx'
import { dropdownClasses, splitField } from './fieldProps.tsx'

interface GroupFieldProps {
  label: string
  help?: string
  error?: string | undefined
  groups: string[]
  value: string
  onChange: (group: string) => void
  size?: ControlSize
  /** Shows that the group may be left out; a filter need not say so. */
  optional?: boolean
  /** Must not be left out. */
  required?: boolean
  /** Inside a popover the list must be part of it, or choosing would close the popover. */
  withinPortal?: boolean
}

/** A group that is in use, or a new name. */
export function GroupField({
  groups,
  value,
  onChange,
  size = 'sm',
  optional = true,
  required = false,
  withinPortal = true,
  ...words
}: GroupFieldProps) {
  const { field } = splitField({ ...words, optional: optional && !required, size }, required)
  return (
    <Autocomplete
      {...field}
      data={groups}
      value={value}
      onChange={onChange}
      maxLength={100}
      autoComplete="off"
      rightSection={<IconSelector aria-hidden />}
      rightSectionPointerEvents="none"
      comboboxProps={{ shadow: 'md', withinPortal }}
      classNames={{ ...field.classNames, ...dropdownClasses }}
    />
  )
}
