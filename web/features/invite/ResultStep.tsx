import { IconCircleCheck, IconDownload, IconMailX, IconRefresh, IconUserCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatNumber } from '#contract/format.ts'
import { saveFile } from '../../app/api.ts'
import { isLocale } from '../../app/localeSettings.ts'
import { paths } from '../../app/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Facts, StepFrame, Well } from '../../ui/StepFrame.tsx'
import { emptyDraft, type Result } from './draft.ts'
import { FailedRows } from './FailedRows.tsx'
import { csvBlob } from './parse/serialise.ts'
import classes from './ResultStep.module.css'
import type { StepProps } from './Wizard.tsx'

export function ResultStep({ draft, dispatch, offer }: StepProps) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const { created, existing, failed } = draft.result ?? { created: [], existing: [], failed: [] }
  const invited = created.length + existing.length
  const retriable = failed.some(({ reason }) => reason !== 'duplicate')
  const counts = [
    { key: 'created', icon: IconCircleCheck, tone: 'green', count: created.length },
    { key: 'existing', icon: IconUserCheck, tone: 'sky', count: existing.length },
    { key: 'failed', icon: IconMailX, tone: failed.length > 0 ? 'red' : 'none', count: failed.length },
  ] as const
  const startOver = () =>
    dispatch({ type: 'startOver', draft: emptyDraft(isLocale(i18n.language) ? i18n.language : 'tr') })

  return (
    <StepFrame
      title={invited > 0 ? t('invite:result.title') : t('invite:result.none')}
      lead={[
        invited > 0
          ? t('invite:result.lead', { count: invited, number: number(invited) })
          : t('invite:result.nobody'),
        failed.length > 0
          ? t('invite:result.leadFailed', { count: failed.length, number: number(failed.length) })
          : '',
      ].join(' ')}
      back={
        <>
          <DownloadResult result={{ created, existing, failed }} />
          {retriable ? (
            <Button icon={<IconRefresh aria-hidden />} onClick={() => dispatch({ type: 'mendFailed' })}>
              {t('invite:result.retry')}
            </Button>
          ) : (
            <Button variant="plain" onClick={startOver}>
              {t('invite:result.again')}
            </Button>
          )}
        </>
      }
      forward={
        <Button variant="solid" component={Link} to={paths.assignments}>
          {t('invite:result.toAssignments')}
        </Button>
      }
      aside={
        <Well title={t('invite:result.quota')}>
          <Facts
            facts={(offer.offers ?? [])
              .filter(({ id }) => draft.inventoryIds.includes(id))
              .map(({ name, available, purchased }) => ({
                label: name,
                value: number(available),
                tone: available < purchased / 10 ? 'amber' : undefined,
              }))}
          />
        </Well>
      }
    >
      <div className={classes.counts}>
        {counts.map(({ key, icon: Icon, tone, count }) => (
          <div key={key} data-tone={tone}>
            <b>
              <Icon size={24} stroke={1.75} aria-hidden />
              {number(count)}
            </b>
            <span>{t(`invite:result.count.${key}`, { count })}</span>
          </div>
        ))}
      </div>
      {failed.length > 0 ? (
        <FailedRows failed={failed} onMend={() => dispatch({ type: 'mendFailed' })} />
      ) : null}
    </StepFrame>
  )
}

function DownloadResult({ result }: { result: Result }) {
  const { t } = useTranslation()
  const download = () => {
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
        '',
      ]),
      ...result.failed.map(({ row, reason }) => [
        row.name,
        row.email,
        row.phone,
        row.staffNumber,
        t('invite:outcome.failed'),
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
