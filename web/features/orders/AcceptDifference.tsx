import { useTranslation } from 'react-i18next'
import { formatMoney } from '#contract/format.ts'
import type { InputBinding } from '../../app/useForm.ts'
import { Alert } from '../../ui/feedback/Alert.tsx'
import { TextField } from '../../ui/form/TextField.tsx'

interface AcceptDifferenceProps {
  /** The amount above the order’s total, in kuruş; negative if too little was received. */
  difference: number
  reason: InputBinding
}

/** Asks why another amount than the order’s is accepted. */
export function AcceptDifference({ difference, reason }: AcceptDifferenceProps) {
  const { t, i18n } = useTranslation()
  const amount = formatMoney(Math.abs(difference), i18n.language)
  return (
    <>
      <Alert type="warning" duration={0}>
        {t(difference < 0 ? 'orders:approve.less' : 'orders:approve.more', { difference: amount })}
      </Alert>
      <TextField label={t('orders:approve.reason')} {...reason} optional={false} />
    </>
  )
}
