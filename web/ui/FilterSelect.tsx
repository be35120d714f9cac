import { Select, type SelectProps } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { dropdownClasses, fieldClasses } from './fieldProps.tsx'

interface FilterSelectProps
  extends Pick<
    SelectProps,
    'searchable' | 'searchValue' | 'onSearchChange' | 'filter' | 'nothingFoundMessage'
  > {
  /** Said to screen readers, and by the empty field: "All roles". */
  label: string
  all: string
  clearLabel: string
  data: { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
  width?: number
}

/** A list's filter in its toolbar: one of a few, or none of them. */
export function FilterSelect({
  label,
  all,
  clearLabel,
  value,
  onChange,
  width = 180,
  ...rest
}: FilterSelectProps) {
  return (
    <Select
      {...rest}
      w={{ base: '100%', xs: width }}
      aria-label={label}
      placeholder={all}
      value={value || null}
      onChange={(chosen) => onChange(chosen ?? '')}
      clearable
      clearButtonProps={{ 'aria-label': clearLabel }}
      rightSection={value ? undefined : <IconSelector size={18} stroke={1.75} aria-hidden />}
      comboboxProps={{ shadow: 'md' }}
      classNames={{ ...fieldClasses('sm'), ...dropdownClasses }}
    />
  )
}
