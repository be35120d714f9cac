import { Select } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { dropdownClasses, fieldClasses } from '../../ui/fieldProps.tsx'
import { usePeopleGroups } from '../invite/usePeopleGroups.ts'

interface GroupFilterProps {
  clientId: string
  value: string
  onChange: (group: string) => void
}

export function GroupFilter({ clientId, value, onChange }: GroupFilterProps) {
  const { t } = useTranslation()
  const groups = usePeopleGroups(clientId)
  // A group of the address that is not among the suggestions is still the one that is set.
  const data = value === '' || groups.includes(value) ? groups : [value, ...groups]
  if (data.length === 0) return null
  return (
    <Select
      w={{ base: '100%', xs: 200 }}
      aria-label={t('participants:group.label')}
      placeholder={t('participants:group.all')}
      data={data}
      value={value || null}
      onChange={(group) => onChange(group ?? '')}
      clearable
      searchable={data.length > 8}
      clearButtonProps={{ 'aria-label': t('participants:group.clear') }}
      rightSection={value ? undefined : <IconSelector size={18} stroke={1.75} aria-hidden />}
      comboboxProps={{ shadow: 'md' }}
      classNames={{ ...fieldClasses('sm'), ...dropdownClasses }}
    />
  )
}
