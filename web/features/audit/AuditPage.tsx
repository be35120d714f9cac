import { IconDownload } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type AuditEntry, auditCsv } from '#contract/audit.ts'
import { loggedName } from '#contract/audit-words.ts'
import { useAuth } from '../../app/auth.ts'
import { ListTable } from '../../app/ListTable.tsx'
import { useDownload } from '../../app/useAction.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ListDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { StepsPanel } from './StepsPanel.tsx'
import { type ListParams, useAudit, useAuditFilters, useListParams } from './useAudit.ts'
import { useAuditColumns } from './useAuditColumns.tsx'

/** The record of who did what, for the superuser. */
export default function AuditPage() {
  const { t } = useTranslation()
  const params = useListParams()
  const list = useAudit(params)
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
        actions={<ExportButton params={params} />}
      />
      <Card clip>
        <ListTable
          label={t('audit:title')}
          columns={columns}
          rowKey={(row) => row.id}
          list={list}
          params={params}
          search={t('audit:search')}
          toolbar={
            <AuditFilters
              params={params}
              personName={nameOf(list.data?.results ?? [], params.filters.person, t)}
            />
          }
          failed={t('audit:failed')}
          empty={
            <EmptyState drawing={<ListDrawing />} title={t('audit:empty.title')}>
              {t('audit:empty.text')}
            </EmptyState>
          }
          noMatch={{
            title: params.search
              ? t('audit:noMatch.search', { search: params.search })
              : t('audit:noMatch.filters'),
            text: t('audit:noMatch.text'),
            clearLabel: t('audit:noMatch.clear'),
          }}
          minWidth={560}
        />
        <StepsPanel entries={list.data?.results ?? []} />
      </Card>
    </>
  )
}

/** Somebody's name, as the entries about them have it. */
function nameOf(entries: readonly AuditEntry[], personId: string, t: TFunction): string {
  const people = entries.flatMap(({ actor, subject }) => [actor, subject])
  const found = people.find((person) => person?.id === personId)
  return found ? loggedName(found, (keys, variables) => t(keys, variables ?? {})) : '…'
}

/** The entries of the list as it is filtered now, as a file for a spreadsheet; on record itself. */
function ExportButton({ params }: { params: ListParams }) {
  const { t } = useTranslation()
  const query = useAuditFilters(params)
  const { isPending, mutate } = useDownload(auditCsv)
  return (
    <Button icon={<IconDownload aria-hidden />} loading={isPending} onClick={() => mutate({ query })}>
      {t('audit:export')}
    </Button>
  )
}
