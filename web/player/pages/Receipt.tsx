import { formatDateTime } from '#contract/format.ts'
import { t, useLocale } from '../words.ts'
import styles from './pages.module.css'

interface ReceiptProps {
  code: string
  at?: string
  timeZone?: string | undefined
}

export function Receipt({ code, at, timeZone }: ReceiptProps) {
  const locale = useLocale()
  return (
    <div className={`stack centered full-width text-center surface rounded-lg ${styles.code}`}>
      <span>{t('player:done.receipt')}</span>
      <b dir="ltr">{code}</b>
      {at !== undefined && <span>{formatDateTime(at, locale, timeZone)}</span>}
    </div>
  )
}
