import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn } from '#contract/clock.ts'
import { ordersCsv, ordersXlsx } from '#contract/order-documents.ts'
import { useDownload } from '../../app/useAction.ts'
import { Button } from '../../ui/button/Button.tsx'
import classes from './orders.module.css'

/** A month's sales and refunds for the accountant. */
export function MonthExport() {
  const { t } = useTranslation()
  const [month, setMonth] = useState(() => dayIn(new Date().toISOString(), 'Europe/Istanbul').slice(0, 7))
  const files = { xlsx: useDownload(ordersXlsx), csv: useDownload(ordersCsv) }
  return (
    <div className="cluster gap-8">
      <label className={`inline-row gap-8 muted ${classes.month}`}>
        {t('orders:admin.month')}
        <input
          className="font-inherit ink surface rounded touch-height"
          type="month"
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
          required
        />
      </label>
      {(['xlsx', 'csv'] as const).map((kind) => (
        <Button
          key={kind}
          icon={<IconDownload aria-hidden />}
          loading={files[kind].isPending}
          disabled={month === ''}
          onClick={() => files[kind].mutate({ query: { month } })}
        >
          {t(kind === 'xlsx' ? 'orders:admin.excel' : 'orders:admin.csv')}
        </Button>
      ))}
    </div>
  )
}
