import { useTranslation } from 'react-i18next'
import { formatNumber } from '#contract/format.ts'
import { Alert } from '../../../ui/feedback/Alert.tsx'
import type { Imported } from './ImportStatement.tsx'

/** What a statement contained. */
export function ImportSummary({ imported }: { imported: Imported }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return (
    <Alert type="info" duration={0}>
      {t('orders:eft.imported', {
        matched: number(imported.matched),
        proposed: number(imported.proposed),
        ignored: number(imported.ignored),
        known: number(imported.alreadyKnown),
        skipped: number(imported.skipped),
      })}
    </Alert>
  )
}
