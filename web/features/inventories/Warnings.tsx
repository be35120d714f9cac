import { useTranslation } from 'react-i18next'
import type { DefinitionProblem } from '#contract/definitions.ts'
import { formatNumber } from '#contract/format.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import classes from './inventories.module.css'

/** Problems that do not prevent importing or publishing, but should be looked at. */
export function Warnings({ warnings }: { warnings: readonly DefinitionProblem[] }) {
  const { t, i18n } = useTranslation()
  if (warnings.length === 0) return null
  const number = formatNumber(warnings.length, i18n.language)
  return (
    <Alert
      type="warning"
      duration={0}
      title={t('inventories:import.warnings', { count: warnings.length, number })}
    >
      {t('inventories:import.warningsMean')}
      <ul className={classes.list}>
        {warnings.map(({ path, message }) => (
          <li key={`${path} ${message}`} dir="auto">
            {message}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
