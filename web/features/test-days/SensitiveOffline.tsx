import { useTranslation } from 'react-i18next'
import { CheckboxField } from '../../ui/form/CheckboxField.tsx'

interface SensitiveOfflineProps {
  /** The day's sensitive tests, by name. */
  tests: readonly string[]
  allowed: boolean
  onChange: (allowed: boolean) => void
}

/** Asked only where one of the day's tests is sensitive. */
export function SensitiveOffline({ tests, allowed, onChange }: SensitiveOfflineProps) {
  const { t } = useTranslation()
  if (tests.length === 0) return null
  return (
    <CheckboxField
      label={t('test-days:field.sensitiveOffline')}
      description={t('test-days:field.sensitiveOfflineHelp', { tests: tests.join(', ') })}
      checked={allowed}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
