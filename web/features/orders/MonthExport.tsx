import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn } from '#contract/clock.ts'
import { ordersCsv, ordersXlsx } from '#contract/order-documents.ts'
import { apiFile, saveFile } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { Button } from '../../ui/button/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import classes from './orders.module.css'

/** A month's sales and refunds for the accountant. */
export function MonthExport() {
  const { t } = useTranslation()
  const [month, setMonth] = useState(() => dayIn(new Date().toISOString(), 'Europe/Istanbul').slice(0, 7))
  const file = useMutation({
    mutationFn: (kind: 'csv' | 'xlsx') =>
      apiFile(kind === 'csv' ? ordersCsv : ordersXlsx, { query: { month } }),
    onSuccess: saveFile,
    onError: (error) => toast.error(errorMessage(error)),
  })
  return (
    <div className={classes.files}>
      <label className={classes.month}>
        {t('orders:admin.month')}
        <input
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
          loading={file.isPending && file.variables === kind}
          disabled={month === ''}
          onClick={() => file.mutate(kind)}
        >
          {t(kind === 'xlsx' ? 'orders:admin.excel' : 'orders:admin.csv')}
        </Button>
      ))}
    </div>
  )
}
