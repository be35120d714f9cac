import { IconChevronRight, IconFileSpreadsheet, IconFileTypeCsv, IconFileTypePdf } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type ExportPurpose, exportPurpose } from '#contract/assignments.ts'
import { responsesCsv } from '#contract/exports.ts'
import { type GroupReport, getGroupReport, groupReportPdf, groupReportXlsx } from '#contract/group-reports.ts'
import { groupView } from '#report/groups.ts'
import { api } from '../../../app/api.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { listPath, paths } from '../../../app/paths.ts'
import { FullAccess } from '../../../app/reader.tsx'
import { useDownload } from '../../../app/useAction.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { usePurposeOf } from '../../assignments/PurposeDialog.tsx'
import { ReportSkeleton } from '../reports/ReportSkeleton.tsx'
import reportClasses from '../reports/report.module.css'
import { Choices } from './Choices.tsx'
import { GroupParts } from './GroupParts.tsx'
import { type Asked, useAsked } from './useAsked.ts'

/** Figures of everyone who was assigned a test. */
export default function GroupReportPage() {
  return <ClientGate>{(client) => <GroupReportOf key={client.value} client={client} />}</ClientGate>
}

function GroupReportOf({ client }: { client: SelectedClient }) {
  const { t, i18n } = useTranslation('group')
  const { asked, query } = useAsked()
  const report = useQuery({
    queryKey: ['client', client.value, 'groupReport', query, i18n.language],
    queryFn: ({ signal }) =>
      api(getGroupReport, { params: { clientId: client.value }, query: { inventory: '', ...query }, signal }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  })
  const crumbs = (
    <nav aria-label={t('group:crumbs')} style={{ display: 'contents' }}>
      <Link to={report.data ? listPath({ inventory: report.data.inventory.id }) : paths.assignments}>
        {t('assignments:title')}
      </Link>
      <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
      <span aria-current="page">{t('group:title')}</span>
    </nav>
  )
  return (
    <div className={`stack one-column gap-page paged ${reportClasses.page}`}>
      <PageHeader
        lead={t('group:lead')}
        crumbs={crumbs}
        actions={
          report.data && query ? <Files clientId={client.value} query={query} report={report.data} /> : null
        }
      />
      <Choices asked={asked} report={report.data} />
      {query === undefined ? (
        <Card>
          <EmptyState drawing={<ListDrawing />} title={t('group:empty.title')}>
            {t('group:empty.text')}
          </EmptyState>
        </Card>
      ) : report.isError ? (
        <Card>
          <LoadFailure of={report} title={t('group:failed')} />
        </Card>
      ) : report.data === undefined ? (
        <ReportSkeleton />
      ) : (
        <Figures report={report.data} />
      )}
    </div>
  )
}

interface FilesProps {
  clientId: string
  query: NonNullable<Asked['query']>
  report: GroupReport
}

/** The PDF and the workbook of what is shown, and the answers to its version, once their maker has said what for. */
function Files({ clientId, query, report: { inventory, version } }: FilesProps) {
  const { t } = useTranslation('group')
  const files = { pdf: useDownload(groupReportPdf), xlsx: useDownload(groupReportXlsx) }
  const answers = useDownload(responsesCsv)
  const make = (wanted: 'pdf' | 'xlsx' | 'answers', purpose: ExportPurpose) =>
    wanted === 'answers'
      ? answers.mutate({
          params: { clientId },
          query: { code: inventory.code, version: String(version), purpose },
        })
      : files[wanted].mutate({ params: { clientId }, query: { ...query, purpose } })
  const { ask, dialog } = usePurposeOf(exportPurpose.options, make, (wanted) =>
    wanted === 'answers' ? t('group:answers.text', { version }) : undefined,
  )
  return (
    <>
      {version === null ? null : (
        <FullAccess>
          <Button
            className="no-print"
            icon={<IconFileTypeCsv aria-hidden />}
            loading={answers.isPending}
            onClick={() => ask('answers')}
          >
            {t('group:answers.download')}
          </Button>
        </FullAccess>
      )}
      <Button
        className="no-print"
        icon={<IconFileSpreadsheet aria-hidden />}
        loading={files.xlsx.isPending}
        onClick={() => ask('xlsx')}
      >
        {t('group:xlsx')}
      </Button>
      <Button
        className="no-print"
        variant="solid"
        icon={<IconFileTypePdf aria-hidden />}
        loading={files.pdf.isPending}
        onClick={() => ask('pdf')}
      >
        {t('group:pdf')}
      </Button>
      {dialog}
    </>
  )
}

function Figures({ report }: { report: GroupReport }): ReactNode {
  const { t } = useTranslation('group')
  const view = groupView(report, {
    locale: report.locale,
    t: (key, variables) => t(key, { ...variables, lng: report.locale }),
  })
  return (
    <>
      <GroupParts view={view} />
      {report.people === null || report.people === 0 ? (
        <Card>
          <EmptyState drawing={<ListDrawing />} title={t('group:empty.nobodyTitle')}>
            {t('group:empty.nobodyText')}
          </EmptyState>
        </Card>
      ) : null}
    </>
  )
}
