import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { paths } from '../../app/paths.ts'
import { noteSeen } from '../../app/seenInvitations.ts'
import { Button } from '../../ui/Button.tsx'
import { StepFrame } from '../../ui/StepFrame.tsx'
import { Progress } from './Progress.tsx'
import { ResultStep } from './ResultStep.tsx'
import { SendFailure } from './SendFailure.tsx'
import { rowAsAnswered } from './steps.ts'
import { failureOf, useJob } from './useInvitationJob.ts'
import { useOffer } from './useOffer.ts'
import { WizardFrame } from './WizardFrame.tsx'

interface JobPageProps {
  client: SelectedClient
  jobId: string
}

/** A list that the server takes in, for somebody who has left the page that sent it, or is at another device. */
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
      ...(tests && { tests }),
    }
    return (
      <WizardFrame step="result">
        <ResultStep result={result} picked={[]} offers={offers} onAgain={again} />
      </WizardFrame>
    )
  }
  const error = job?.status === 'failed' ? failureOf(job) : found.error
  return (
    <WizardFrame step="check">
      <StepFrame
        title={t(error ? 'invite:result.none' : 'invite:job.title')}
        lead={error ? t('invite:job.nothing') : t('invite:job.lead')}
        aside={null}
        forward={
          <Button variant={error ? 'solid' : 'default'} onClick={again}>
            {t('invite:result.again')}
          </Button>
        }
      >
        {error ? (
          <SendFailure error={error} short={false} onGoBack={again} />
        ) : job ? (
          <Progress {...job} />
        ) : null}
      </StepFrame>
    </WizardFrame>
  )
}
