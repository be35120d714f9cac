import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { formatDay } from '#contract/format.ts'
import { checkCopy, type ReportCopy } from '#contract/report-copies.ts'
import { api } from '../../../app/api.ts'
import { ApiError } from '../../../app/apiError.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { Card, CardBody } from '../../../ui/layout/Card.tsx'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import { Fact, Facts } from '../../../ui/overlay/Facts.tsx'
import { CompareFile } from './CompareFile.tsx'
import classes from './verify.module.css'

/** Shows everybody who has a PDF of a report whose it is, and whether it was changed. */
export default function CheckCopyPage() {
  const { copyId = '' } = useParams()
  const { t, i18n } = useTranslation('verify')
  const copy = useQuery({
    queryKey: ['copy', copyId, i18n.language],
    queryFn: ({ signal }) => api(checkCopy, { params: { copyId }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const gone = copy.error instanceof ApiError && copy.error.status === 404
  return (
    <>
      <DocumentTitle />
      <Card className={classes.card ?? ''}>
        <CardBody>
          <div className="stack one-column gap-24">
            {gone ? (
              <div role="status">
                <h1 className="text-24">{t('verify:gone.title')}</h1>
                <p className="muted above-8">{t('verify:gone.text')}</p>
              </div>
            ) : (
              <h1 className="text-24">{t('verify:title')}</h1>
            )}
            {copy.isPending ? <p className="muted">{t('verify:loading')}</p> : null}
            {copy.isError && !gone ? <LoadFailure of={copy} title={t('verify:failed')} /> : null}
            {copy.data ? <Copy copy={copy.data} /> : null}
          </div>
        </CardBody>
      </Card>
    </>
  )
}

function Copy({ copy }: { copy: ReportCopy }) {
  const { t, i18n } = useTranslation('verify')
  return (
    <>
      <div className="stack one-column gap-12">
        <p className="muted">{t('verify:lead')}</p>
        <Facts>
          <Fact name={t('verify:initials')}>{copy.initials}</Fact>
          <Fact name={t('verify:test')}>{copy.test}</Fact>
          <Fact name={t('verify:completedOn')}>{formatDay(copy.completedOn, i18n.language)}</Fact>
          <Fact name={t('verify:client')}>{copy.client}</Fact>
          <Fact name={t('verify:serial')}>{copy.serial}</Fact>
        </Facts>
      </div>
      <CompareFile sha256={copy.sha256} />
    </>
  )
}
