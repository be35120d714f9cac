import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn } from '#contract/clock.ts'
import { evidenceJson, evidencePdf } from '#contract/evidence.ts'
import { apiFile, saveFile } from '../../app/api.ts'
import { errorMessage } from '../../app/apiError.ts'
import { useClientTimeZone } from '../../app/useClient.ts'
import { Button } from '../../ui/button/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'
import classes from './company.module.css'

/** What the organisation did with personal data in a period, as a signed file. */
export function EvidenceCard({ clientId }: { clientId: string }) {
  const { t } = useTranslation()
  const today = dayIn(new Date().toISOString(), useClientTimeZone(clientId))
  const [from, setFrom] = useState<string | null>(`${today.slice(0, 4)}-01-01`)
  const [to, setTo] = useState<string | null>(today)
  const wrong = from !== null && to !== null && from > to ? t('retention:evidence.wrong') : undefined
  const file = useMutation({
    mutationFn: (end: 'json' | 'pdf') =>
      apiFile(end === 'json' ? evidenceJson : evidencePdf, {
        params: { clientId },
        query: { ...(from !== null && { from }), ...(to !== null && { to }) },
      }),
    onSuccess: saveFile,
    onError: (error) => toast.error(errorMessage(error)),
  })
  return (
    <Card>
      <CardHeader title={t('retention:evidence.title')} />
      <CardBody>
        <p className="muted">{t('retention:evidence.text')}</p>
        <div className={`${classes.periods} ${classes.fields}`}>
          <DateField label={t('retention:evidence.from')} value={from} onChange={setFrom} />
          <DateField label={t('retention:evidence.to')} value={to} onChange={setTo} error={wrong} touched />
          <div className={classes.buttons}>
            {(['pdf', 'json'] as const).map((end) => (
              <Button
                key={end}
                icon={<IconDownload aria-hidden />}
                loading={file.isPending && file.variables === end}
                disabled={wrong !== undefined}
                onClick={() => file.mutate(end)}
              >
                {t(`retention:evidence.${end}`)}
              </Button>
            ))}
          </div>
        </div>
      </CardBody>
    </Card>
  )
}
