import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import type { SelectedClient } from '../../../../app/clientSelection.ts'
import { paths } from '../../../../app/paths.ts'
import { noteSeen } from '../../../../app/seenInvitations.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { StepFrame } from '../../../../ui/form/StepFrame.tsx'
import { useOffer } from '../../../quota/useOffer.ts'
import { SendFailure } from '../check/SendFailure.tsx'
import { ResultStep } from '../result/ResultStep.tsx'
import { rowAsAnswered, underOtherNames, unreachedOf } from '../steps.ts'
import { WizardFrame } from '../WizardFrame.tsx'
import { Progress } from './Progress.tsx'
import { failureOf, isGone, useJob } from './useInvitationJob.ts'

interface JobPageProps {
  client: SelectedClient
  jobId: string
}

/** A list that the server imports, for somebody who has left the page that sent it, or uses another device. */
export function JobPage({ client, jobId }: JobPageProps) {
  const { t } = useTranslation()
  const go = useNavigate()
  const found = useJob(client.value, jobId)
  const { offers } = useOffer(client.value)
  const job = found.data
  const ended = job?.finishedAt !== undefined && job.finishedAt !== null
  useEffect(() => {
    if (ended) noteSeen(jobId)
  }, [ended, jobId])
  const again = () => void go(paths.createAssignment)

  if (job?.result) {
    const { created, existing, failed, tests } = job.result
    const result = {
      created: created.map(rowAsAnswered),
      existing: existing.map(rowAsAnswered),
      failed: failed.map((row) => ({ row: rowAsAnswered(row), reason: row.reason })),
      otherNames: underOtherNames(job.result).map(rowAsAnswered),
      ...(tests && { tests }),
      unreached: unreachedOf(job.result),
    }
    return (
      <WizardFrame step="result">
        <ResultStep
          client={client}
          locale={null}
          result={result}
          role={job.result.role}
          picked={[]}
          offers={offers}
          onAgain={again}
        />
      </WizardFrame>
    )
  }
  const frame = (words: { title: string; lead: string }, children: ReactNode, over = true) => (
    <WizardFrame step="check">
      <StepFrame
        {...words}
        aside={null}
        forward={
          <Button variant={over ? 'solid' : 'default'} onClick={again}>
            {t('invite:result.again')}
          </Button>
        }
      >
        {children}
      </StepFrame>
    </WizardFrame>
  )
  if (job?.status === 'failed')
    return frame(
      { title: t('invite:result.none'), lead: t('invite:job.nothing') },
      <SendFailure error={failureOf(job)} onGoBack={again} />,
    )
  // After a day the server has forgotten the result, or the whole list.
  if (ended || isGone(found.error))
    return frame(
      { title: t('invite:job.gone'), lead: t('invite:job.goneMeans') },
      <Link className="link" to={paths.participants}>
        {t('invite:job.toPeople')}
      </Link>,
    )
  // A missing answer doesn't mean that the import failed, so the page asks until the server answers.
  const silent = found.isError || found.failureCount > 0 || found.isPaused
  return frame(
    { title: t('invite:job.title'), lead: t('invite:job.lead') },
    <>
      {silent ? (
        <Alert type="warning" duration={0} title={t('invite:job.noConnection')}>
          {t('invite:job.noConnectionMeans')}
        </Alert>
      ) : null}
      {job ? <Progress {...job} /> : null}
    </>,
    false,
  )
}
