import { useTranslation } from 'react-i18next'
import { FilterSelect } from '../../ui/FilterSelect.tsx'

/** Who cannot be written to, or has nothing to do yet. */
export function WithoutFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation()
  const choices = ['email', 'test', 'email,test'] as const
  return (
    <FilterSelect
      label={t('participants:without.label')}
      all={t('participants:without.all')}
      clearLabel={t('participants:without.clear')}
      data={choices.map((one) => ({ value: one, label: t(`participants:without.${one}`) }))}
      value={value}
      onChange={onChange}
    />
  )
}
