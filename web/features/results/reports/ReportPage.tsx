import { IconChevronRight, IconReportAnalytics } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useParams } from 'react-router'
import { getReport } from '#contract/reports.ts'
import { api } from '../../../app/api.ts'
import { ApiError, errorMessage } from '../../../app/apiError.ts'
import { useSelectedClient } from '../../../app/clientSelection.ts'
import { LoadFailure } from '../../../app/LoadFailure.tsx'
import { paths } from '../../../app/paths.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { DocumentTitle } from '../../../ui/layout/DocumentTitle.tsx'
import { JobFitCard } from '../../assignments/job-profiles/JobFitCard.tsx'
import { ShareButton } from '../../assignments/share/ShareButton.tsx'
import { ReportBody } from './ReportBody.tsx'
import { ReportSkeleton } from './ReportSkeleton.tsx'

/** The client of the report is the one that the manager works with. */
function ShareReport({ assignmentId }: { assignmentId: string }) {
  const client = useSelectedClient()
  return client ? <ShareButton clientId={client.value} assignmentIds={[assignmentId]} chosen={1} /> : null
}

function FitOfReport({ assignmentId, inventory }: { assignmentId: string; inventory: string }) {
  const client = useSelectedClient()
  return client ? <JobFitCard clientId={client.value} results={[{ assignmentId, inventory }]} /> : null
}

/** Errors that trying again does not fix. */
const goneCodes = new Set(['report_erased', 'report_withdrawn', 'report_restricted'])

/** The report for the client's managers, and, where the inventory allows it, for the person under their own address. */
export default function ReportPage() {
  const { t, i18n } = useTranslation('report')
  const { assignmentId = '' } = useParams()
  const own = useLocation().pathname.startsWith('/participant/')
  const report = useQuery({
    queryKey: ['report', assignmentId, i18n.language],
    queryFn: ({ signal }) => api(getReport, { params: { assignmentId }, signal }),
  })
  const list = own ? paths.myAssignments : paths.assignments
  const crumbs = (
    <nav aria-label={t('report:crumbs.label')} style={{ display: 'contents' }}>
      <Link to={list}>{own ? t('report:crumbs.mine') : t('report:crumbs.assignments')}</Link>
      <IconChevronRight size={16} stroke={1.75} className="flip" aria-hidden />
      <span aria-current="page">{t('report:pageTitle')}</span>
    </nav>
  )
  if (report.data)
    return (
      <ReportBody
        report={report.data}
        crumbs={crumbs}
        actions={own || report.data.inventory.sensitive ? null : <ShareReport assignmentId={assignmentId} />}
      >
        {own || report.data.inventory.sensitive ? null : (
          <FitOfReport assignmentId={assignmentId} inventory={report.data.inventory.code} />
        )}
      </ReportBody>
    )
  if (report.isPending) {
    return (
      <>
        <DocumentTitle />
        <h1 className="sr">{t('report:pageTitle')}</h1>
        <ReportSkeleton />
      </>
    )
  }
  const { error } = report
  const code = error instanceof ApiError ? error.code : ''
  const notReady = code === 'report_not_ready'
  return (
    <>
      <DocumentTitle />
      <h1 className="sr">{t('report:pageTitle')}</h1>
      <Card>
        {notReady || goneCodes.has(code) ? (
          <EmptyState
            drawing={<IconReportAnalytics size={32} stroke={1.75} aria-hidden />}
            title={t(notReady ? 'report:notReady.title' : 'report:gone')}
            actions={
              <Button size="sm" component={Link} to={list}>
                {t('report:actions.back')}
              </Button>
            }
          >
            {notReady ? t('report:notReady.text') : errorMessage(error)}
          </EmptyState>
        ) : (
          <LoadFailure of={report} title={t('report:error.title')} />
        )}
      </Card>
    </>
  )
}
