import { IconDownload, IconFileCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayIn } from '#contract/clock.ts'
import { evidenceJson, listEvidenceJobs, startEvidenceJob } from '#contract/evidence.ts'
import { api } from '../../app/api.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { useAction, useDownload } from '../../app/useAction.ts'
import { useClientTimeZone } from '../../app/useClient.ts'
import { Button } from '../../ui/button/Button.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { Card, CardBody, CardHeader } from '../../ui/layout/Card.tsx'
import classes from './company.module.css'
import { EvidenceFiles } from './EvidenceFiles.tsx'

/** Downloads the organisation's use of personal data in a period as a signed file. */
export function EvidenceCard({ clientId }: { clientId: string }) {
  const { t } = useTranslation()

  const today = dayIn(new Date().toISOString(), useClientTimeZone(clientId))
  const [from, setFrom] = useState<string | null>(`${today.slice(0, 4)}-01-01`)
  const [to, setTo] = useState<string | null>(today)
  const wrong = from !== null && to !== null && from > to ? t('retention:evidence.wrong') : undefined
  const days = { ...(from !== null && { from }), ...(to !== null && { to }) }
  const jobs = useEvidenceJobs(clientId)
  const making = useAction(startEvidenceJob, { inline: true })
  const make = () =>
    making.mutate(
      { params: { clientId }, body: days },
      {
        // One that is under way is shown, also somebody else's.
        onError: (error) => {
          if (!(error instanceof ApiError && error.code === 'evidence_under_way'))
            toast.error(errorMessage(error))
        },
      },
    )
  const json = useDownload(evidenceJson)
  const underWay = jobs.some(({ finishedAt }) => finishedAt === null)
  return (
    <Card>
      <CardHeader title={t('retention:evidence.title')} />
      <CardBody>
        <p className="muted">{t('retention:evidence.text')}</p>
        <div className={`stack ${classes.periods} ${classes.fields}`}>
          <DateField label={t('retention:evidence.from')} value={from} onChange={setFrom} />
          <DateField label={t('retention:evidence.to')} value={to} onChange={setTo} error={wrong} touched />
          <div className={`cluster ${classes.buttons}`}>
            <Button
              icon={<IconFileCertificate aria-hidden />}
              loading={making.isPending}
              disabled={wrong !== undefined || underWay}
              onClick={make}
            >
              {t('retention:evidence.pdf')}
            </Button>
            <Button
              icon={<IconDownload aria-hidden />}
              loading={json.isPending}
              disabled={wrong !== undefined}
              onClick={() => json.mutate({ params: { clientId }, query: days })}
            >
              {t('retention:evidence.json')}
            </Button>
          </div>
        </div>
        <EvidenceFiles clientId={clientId} jobs={jobs} />
      </CardBody>
    </Card>
  )
}

const askEveryMs = 1000

const evidenceJobsKey = (clientId: string) => ['client', clientId, 'evidenceJobs'] as const

/** The files of evidence that the reader may have, and the one that is being made; followed until it is there. */
function useEvidenceJobs(clientId: string) {
  const { data } = useQuery({
    queryKey: evidenceJobsKey(clientId),
    queryFn: ({ signal }) => api(listEvidenceJobs, { params: { clientId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.jobs.some(({ finishedAt }) => finishedAt === null) ? askEveryMs : false,
  })
  return data?.jobs ?? []
}
