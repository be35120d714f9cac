import { IconCircleCheck, IconDownload, IconMailX, IconRefresh, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { saveFile } from '../../../../app/api.ts'
import type { SelectedClient } from '../../../../app/clientSelection.ts'
import { paths, peoplePath } from '../../../../app/paths.ts'
import { Button } from '../../../../ui/button/Button.tsx'
import { Alert } from '../../../../ui/feedback/Alert.tsx'
import { Facts, StepFrame, Well } from '../../../../ui/form/StepFrame.tsx'
import type { Offer } from '../../../quota/useOffer.ts'
import { isCorrectable, type Result } from '../draft/draft.ts'
import { csvBlob } from '../people/parse/serialise.ts'
import { FailedRows } from './FailedRows.tsx'
import { HandOut } from './HandOut.tsx'
import classes from './ResultStep.module.css'
import { partedFailures, useResultWords } from './useResultWords.ts'

interface ResultStepProps {
  client: SelectedClient
  /** The people's language, in which a message to them is written; that of the page where it is not known. */
  locale: 'tr' | 'en' | null
  result: Result
  /** The tests that were given, whose quota has changed. */
  picked: readonly string[]
  offers: readonly Offer[] | undefined
  /** Back to the rows that were not invited; left out where what was asked for with them is not known any more. */
  onCorrect?: () => void
  onAgain: () => void
  /** The role of the invited people: it decides where they are listed. */
  role?: string | undefined
}

export function ResultStep(props: ResultStepProps) {
  const { client, locale, result, picked, offers, onCorrect, onAgain, role } = props
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const words = useResultWords()
  const { created, existing, failed } = result
  const notSent = partedFailures(result).failed
  const invited = created.length + existing.length
  const unreached = [...created, ...existing].filter(({ email }) => email === '').length
  const retriable = onCorrect !== undefined && failed.some(isCorrectable)
  const listed = [
    ...failed,
    ...(result.otherNames ?? []).map((row) => ({ row, reason: 'other_name' as const })),
  ]
  const counts = [
    { key: 'created', icon: IconCircleCheck, tone: 'green', count: created.length },
    { key: 'existing', icon: IconUserCheck, tone: 'sky', count: existing.length },
    { key: 'failed', icon: IconMailX, tone: notSent > 0 ? 'red' : 'none', count: notSent },
  ] as const
  return (
    <StepFrame
      title={t(`invite:result.${created.length > 0 ? 'title' : invited > 0 ? 'over' : 'none'}`)}
      lead={words(result)}
      back={
        <>
          <DownloadResult result={result} />
          {retriable ? (
            <Button icon={<IconRefresh aria-hidden />} onClick={onCorrect}>
              {t('invite:result.retry')}
            </Button>
          ) : null}
          <Button variant="plain" onClick={onAgain}>
            {t('invite:result.again')}
          </Button>
        </>
      }
      forward={
        <Button variant="solid" component={Link} to={paths.assignments}>
          {t('invite:result.toAssignments')}
        </Button>
      }
      aside={
        picked.length === 0 ? null : (
          <Well title={t('invite:result.quota')}>
            <Facts
              facts={(offers ?? [])
                .filter(({ id }) => picked.includes(id))
                .map(({ name, available, purchased }) => ({
                  label: name,
                  value: number(available),
                  tone: available < purchased / 10 ? 'amber' : undefined,
                }))}
            />
          </Well>
        )
      }
    >
      <div className={`stack rounded-lg edged ${classes.counts}`}>
        {counts.map(({ key, icon: Icon, tone, count }) => (
          <div key={key} data-tone={tone}>
            <b className="row gap-8 num">
              <Icon className="faint" size={24} stroke={1.75} aria-hidden />
              {number(count)}
            </b>
            <span className="muted">{t(`invite:result.count.${key}`, { count })}</span>
          </div>
        ))}
      </div>
      {result.unreached && result.unreached.length > 0 ? (
        <HandOut client={client} locale={locale} people={result.unreached} role={role} />
      ) : unreached > 0 ? (
        <Alert
          type="info"
          duration={0}
          action={<Link to={peoplePath(role)}>{t('invite:result.toParticipants')}</Link>}
        >
          {t('invite:result.unreached', { count: unreached, number: number(unreached) })}
        </Alert>
      ) : null}
      {listed.length > 0 ? <FailedRows failed={listed} onCorrect={onCorrect} /> : null}
    </StepFrame>
  )
}

function DownloadResult({ result }: { result: Result }) {
  const { t } = useTranslation()
  const download = () => {
    // A stored result has other objects than the draft, so rows are compared by their content.
    const otherNames = new Set((result.otherNames ?? []).map((row) => JSON.stringify(row)))
    const heading = [
      t('invite:column.name'),
      t('invite:column.email'),
      t('invite:column.phone'),
      t('invite:column.staffNumber'),
      t('invite:column.outcome'),
      t('invite:column.reason'),
    ]
    const rows = [
      ...result.created.map((row) => [
        row.name,
        row.email,
        row.phone,
        row.staffNumber,
        t('invite:outcome.created'),
        '',
      ]),
      ...result.existing.map((row) => [
        row.name,
        row.email,
        row.phone,
        row.staffNumber,
        t('invite:outcome.existing'),
        otherNames.has(JSON.stringify(row)) ? t('invite:reason.other_name') : '',
      ]),
      ...result.failed.map(({ row, reason }) => [
        row.name,
        row.email,
        row.phone,
        row.staffNumber,
        t(
          reason === 'duplicate' || reason === 'same_person'
            ? 'invite:outcome.repeated'
            : 'invite:outcome.failed',
        ),
        t(`invite:reason.${reason}`),
      ]),
    ]
    saveFile({ blob: csvBlob([heading, ...rows]), name: t('invite:result.file') })
  }
  return (
    <Button icon={<IconDownload aria-hidden />} onClick={download}>
      {t('invite:result.download')}
    </Button>
  )
}
