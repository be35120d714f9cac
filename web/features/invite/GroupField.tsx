import { Autocomplete } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { dropdownClasses, splitField } from '../../ui/fieldProps.tsx'

interface GroupFieldProps {
  label: string
  help?: string
  groups: string[]
  value: string
  onChange: (group: string) => void
}

/** A group that is in use, or a new name. */
export function GroupField({ groups, value, onChange, ...words }: GroupFieldProps) {
  const { field } = splitField({ ...words, optional: true, size: 'sm' as const })
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
      comboboxProps={{ shadow: 'md' }}
      classNames={{ ...field.classNames, ...dropdownClasses }}
    />
  )
}
