import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { formatDateTime } from '#contract/format.ts'
import { type JobProfile, listJobProfiles } from '#contract/job-profiles.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { jobProfilePath, paths } from '../../../app/paths.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { one, useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { ListDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { ProfileCrumbs } from './ProfileCrumbs.tsx'
import { ProfileSource } from './ProfileSource.tsx'
import { useJobScales } from './useJobProfiles.ts'

/** The client's job profiles. */
export default function JobProfilesPage() {
  return <ClientGate>{(client) => <JobProfiles key={client.value} client={client} />}</ClientGate>
}

function JobProfiles({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const profiles = useList(listJobProfiles, {
    params: { clientId: client.value },
    ordering: '-changedAt',
    fresh: true,
  })
  const columns = useProfileColumns(useClientTimeZone(client.value))
  const tests = useJobScales(client.value, {}).data?.tests ?? []
  return (
    <>
      <PageHeader
        lead={t('job-profiles:lead')}
        crumbs={<ProfileCrumbs />}
        actions={
          <Button variant="solid" icon={<IconPlus aria-hidden />} component={Link} to={paths.newJobProfile}>
            {t('job-profiles:new.action')}
          </Button>
        }
      />
      <Card clip>
        <ListTable
          label={t('job-profiles:title')}
          columns={columns}
          rowKey={({ id }) => id}
          of={profiles}
          filters={[
            one(profiles, 'inventory', {
              label: t('job-profiles:column.test'),
              data: tests.map(({ id, name }) => ({ value: id, label: name })),
            }),
            one(profiles, 'archived', {
              label: t('job-profiles:archived.label'),
              data: [{ value: 'true', label: t('job-profiles:archived.only') }],
            }),
          ]}
          search={t('job-profiles:search')}
          onOpen={({ id }) => void navigate(jobProfilePath(id))}
          failed={t('job-profiles:failed')}
          empty={
            <EmptyState
              drawing={<ListDrawing />}
              title={t('job-profiles:empty.title')}
              actions={
                <Button size="sm" icon={<IconPlus aria-hidden />} component={Link} to={paths.newJobProfile}>
                  {t('job-profiles:new.action')}
                </Button>
              }
            >
              {t('job-profiles:empty.text')}
            </EmptyState>
          }
          noMatch={{ title: t('job-profiles:noMatch'), clearLabel: t('job-profiles:clear') }}
        />
      </Card>
    </>
  )
}

function useProfileColumns(timeZone: string): Column<JobProfile>[] {
  const { t, i18n } = useTranslation()
  const column = (key: string) => ({ key, header: t(`job-profiles:column.${key}`) })
  return [
    {
      ...column('name'),
      ordering: 'name',
      skeleton: 144,
      cell: ({ id, name }) => (
        <Link className="link breakable" to={jobProfilePath(id)} dir="auto">
          {name}
        </Link>
      ),
    },
    { ...column('test'), cell: ({ inventory }) => inventory.name },
    {
      ...column('ranges'),
      skeleton: 120,
      cell: ({ ranges, people }) => (
        <span className="stack min-0 gap-2">
          <span>{t('job-profiles:scales', { count: ranges.length })}</span>
          <span className="meta">
            <ProfileSource people={people} />
          </span>
        </span>
      ),
    },
    {
      ...column('changedAt'),
      ordering: 'changedAt',
      cell: ({ changedAt, changedBy }) => (
        <span className="stack min-0 gap-2">
          <span>{formatDateTime(changedAt, i18n.language, timeZone)}</span>
          <span className="meta">{changedBy}</span>
        </span>
      ),
    },
  ]
}
