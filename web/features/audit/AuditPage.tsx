import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { auditCsv } from '#contract/audit.ts'
import type { QueryIn } from '#contract/kit.ts'
import { useAuth } from '../../app/auth.ts'
import { ListTable } from '../../app/ListTable.tsx'
import { useDownload } from '../../app/useAction.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ListDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { useAuditFilters } from './auditFilters.ts'
import { StepsPanel } from './StepsPanel.tsx'
import { useAudit } from './useAudit.ts'
import { useAuditColumns } from './useAuditColumns.tsx'

/** The record of who did what, for the superuser. */
export default function AuditPage() {
  const { t } = useTranslation()
  const log = useAudit()
  const { search } = log.params
  const entries = log.list.data?.results ?? []
  const filters = useAuditFilters(log, entries)
  const columns = useAuditColumns()
  const zone = useAuth((state) => state.user.timeZone)

  return (
    <>
      <PageHeader
        lead={
          <>
            {t('audit:lead')} {t('audit:zone', { zone })}
          </>
        }
        actions={<ExportButton query={log.asked} />}
      />
      <Card clip>
        <ListTable
          label={t('audit:title')}
          columns={columns}
          rowKey={(row) => row.id}
          of={log}
          search={t('audit:search')}
          filters={filters}
          failed={t('audit:failed')}
          empty={
            <EmptyState drawing={<ListDrawing />} title={t('audit:empty.title')}>
              {t('audit:empty.text')}
            </EmptyState>
          }
          noMatch={{
            title: search ? t('audit:noMatch.search', { search }) : t('audit:noMatch.filters'),
            text: t('audit:noMatch.text'),
            clearLabel: t('audit:noMatch.clear'),
          }}
          minWidth={560}
        />
        <StepsPanel entries={entries} />
      </Card>
    </>
  )
}

/** The entries of the list as it is filtered now, as a file for a spreadsheet; on record itself. */
function ExportButton({ query }: { query: QueryIn<typeof auditCsv> }) {
  const { t } = useTranslation()
  const { isPending, mutate } = useDownload(auditCsv)
  return (
    <Button icon={<IconDownload aria-hidden />} loading={isPending} onClick={() => mutate({ query })}>
      {t('audit:export')}
    </Button>
  )
}
