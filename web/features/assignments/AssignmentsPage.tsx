import { IconActivity, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import { listAssignments } from '#contract/assignments.ts'
import { id } from '#contract/fields.ts'
import { ClientGate } from '../../app/ClientGate.tsx'
import type { SelectedClient } from '../../app/clientSelection.ts'
import { ListTable } from '../../app/ListTable.tsx'
import { paths } from '../../app/paths.ts'
import { FullAccess, useMayChange, useReader } from '../../app/reader.tsx'
import { useClientTimeZone } from '../../app/useClient.ts'
import { useList } from '../../app/useList.ts'
import { Button } from '../../ui/button/Button.tsx'
import { ListDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { BulkActions } from './actions/BulkActions.tsx'
import { useAssignmentActions } from './actions/useAssignmentActions.ts'
import { ExportButton } from './ExportButton.tsx'
import { Filters } from './Filters.tsx'
import {
  ProfileNote,
  ProfilePeopleNote,
  useFitColumns,
  useProfileFilter,
} from './job-profiles/ListedProfile.tsx'
import { ReportFilesNote } from './report-files/ReportFilesNote.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import { ScoresNote, useScoreColumns } from './scores.tsx'
import { useAssignmentColumns } from './useAssignmentColumns.tsx'
import { usePicked } from './usePicked.ts'

export default function AssignmentsPage() {
  return <ClientGate>{(client) => <Assignments key={client.value} client={client} />}</ClientGate>
}

function Assignments({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const [address] = useSearchParams()
  // The scores of one test; those of several can't be compared.
  const ofOneTest = id.safeParse(address.get('inventory')).success
  const assignments = useList(listAssignments, {
    params: { clientId: client.value },
    ordering: '-createdAt',
    asks: { scores: ofOneTest ? '1' : undefined },
  })
  const { params } = assignments
  const rows = assignments.list.data?.results ?? []
  const timeZone = useClientTimeZone(client.value)
  const keys = assignments.list.data?.keys
  const profile = useProfileFilter(client.value, ofOneTest, params)
  const scores = [...useFitColumns(params.filters.profile), ...useScoreColumns(keys, params.ordering)]
  const columns = useAssignmentColumns(timeZone, useAssignmentActions(), {
    scores,
    ofOneTest,
    profile: params.filters.profile,
  })
  const picked = usePicked(rows, params)
  // It asks for files, which readers don't have.
  const mayChange = useMayChange()

  return (
    <>
      <PageHeader lead={t('assignments:lead', { client: client.label })} actions={<Actions />} />
      <Card clip>
        {mayChange === true ? <ReportFilesNote clientId={client.value} /> : null}
        <StatusTabs params={params} />
        <ScoresNote data={assignments.list.data} params={params} />
        <ProfileNote filter={profile} />
        <ProfilePeopleNote />
        <ListTable
          label={t('assignments:title')}
          columns={columns}
          rowKey={(row) => row.id}
          of={assignments}
          search={t('assignments:search')}
          toolbar={
            <>
              <Filters
                clientId={client.value}
                params={params}
                personName={rows[0]?.user.name ?? ''}
                keys={keys}
                profile={profile}
              />
              <ExportButton clientId={client.value} params={params} />
            </>
          }
          selection={{
            selected: picked.selected,
            onChange: picked.onChange,
            rowLabel: picked.label,
            matching: { all: picked.all, onAll: picked.onAll },
            actions: (
              <BulkActions
                clientId={client.value}
                target={picked.target}
                timeZone={timeZone}
                onDone={picked.clear}
                profile={params.filters.profile}
              />
            ),
          }}
          columnChoice
          failed={t('assignments:failed')}
          empty={<NoAssignments />}
          noMatch={{
            title: params.search
              ? t('assignments:noMatch.search', { search: params.search })
              : t('assignments:noMatch.filters'),
            text: t('assignments:noMatch.text'),
            clearLabel: t('assignments:noMatch.clear'),
          }}
          minWidth={scores.length > 0 ? 720 : 1080}
        />
      </Card>
    </>
  )
}

/** The pages that the list leads to, and the tasks that begin here. */
function Actions() {
  const { t } = useTranslation()
  return (
    <>
      <LiveLink />
      <Button component={Link} to={paths.shares}>
        {t('assignments:shares')}
      </Button>
      <FullAccess>
        <Button component={Link} to={paths.jobProfiles}>
          {t('job-profiles:title')}
        </Button>
        <Button component={Link} to={paths.rescue}>
          {t('assignments:rescue')}
        </Button>
        <Button variant="solid" icon={<IconPlus aria-hidden />} component={Link} to={paths.createAssignment}>
          {t('assignments:assign')}
        </Button>
      </FullAccess>
    </>
  )
}

function NoAssignments() {
  const { t } = useTranslation()
  const reads = useReader() !== undefined
  return (
    <EmptyState
      drawing={<ListDrawing />}
      title={t('assignments:empty.title')}
      actions={
        reads ? null : (
          <Button size="sm" icon={<IconPlus aria-hidden />} component={Link} to={paths.createAssignment}>
            {t('assignments:empty.first')}
          </Button>
        )
      }
    >
      {t(reads ? 'common:reader.nothing' : 'assignments:empty.text')}
    </EmptyState>
  )
}

/** The list as it is filtered now, while its tests are taken. */
function LiveLink() {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <Button
      icon={<IconActivity aria-hidden />}
      component={Link}
      to={{ pathname: paths.liveAssignments, search: search.toString() }}
    >
      {t('assignments:live')}
    </Button>
  )
}
