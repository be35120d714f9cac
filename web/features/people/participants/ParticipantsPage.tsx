import { IconPlus, IconUserPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { id } from '#contract/fields.ts'
import { listCandidates, listEmployees } from '#contract/people.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { paths, personPath } from '../../../app/paths.ts'
import { FullAccess, useMayChange } from '../../../app/reader.tsx'
import { useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { PeopleExport } from '../../memberships/PeopleExport.tsx'
import { narrowingOf, type PeopleKind } from '../../memberships/selection.ts'
import { NewPersonPanel } from './NewPersonPanel.tsx'
import { NoPeople } from './NoPeople.tsx'
import { PeopleTabs } from './PeopleTabs.tsx'
import { PickedActions, PickedDialogs } from './PickedActions.tsx'
import { useChosen } from './useChosen.ts'
import { useListed } from './useListed.tsx'

const calls = { candidates: listCandidates, employees: listEmployees }

export default function ParticipantsPage() {
  return <ClientGate>{(client) => <Participants key={client.value} client={client} />}</ClientGate>
}

function Participants({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const kind: PeopleKind = search.get('type') === 'employees' ? 'employees' : 'candidates'
  const ofOneTest = id.safeParse(search.get('inventory')).success
  const people = useList(calls[kind], {
    params: { clientId: client.value },
    ordering: 'name',
    asks: { scores: ofOneTest ? '1' : undefined },
  })
  const { list, params } = people
  const { inventory, profile } = params.filters
  const navigate = useNavigate()
  const reads = useMayChange() !== true
  const open = (membershipId: string) => void navigate(personPath(membershipId, profile))
  const { columns, filters, notes, byScores } = useListed(client.value, people)
  const [asking, setAsking] = useState<'add' | 'move' | 'slips' | 'decide'>()
  const done = () => setAsking(undefined)
  const picked = useChosen({
    kind,
    search: params.search,
    filters: narrowingOf(params.filters),
    count: list.data?.count ?? 0,
    rows: list.data?.results,
  })
  const add = (
    <Button icon={<IconUserPlus aria-hidden />} onClick={() => setAsking('add')}>
      {t('person:new.open')}
    </Button>
  )

  return (
    <>
      <PageHeader
        lead={t('participants:lead', { client: client.label })}
        actions={<Actions>{add}</Actions>}
      />
      <Card clip>
        <PeopleTabs clientId={client.value} kind={kind} />
        {notes}
        <ListTable
          // Each kind of person has its own list: it must not show the other's rows while it loads.
          key={kind}
          label={t(`participants:tab.${kind}`)}
          columns={columns}
          rowKey={(row) => row.membershipId}
          of={people}
          search={t('participants:search')}
          filters={filters}
          toolbar={
            <PeopleExport
              clientId={client.value}
              kind={kind}
              search={params.search}
              filters={params.filters}
            />
          }
          columnChoice
          {...((!reads || ofOneTest) && {
            selection: {
              ...picked.selection,
              rowLabel: (key: string) => t('person:select', { name: picked.selection.rowLabel(key) }),
              actions: (
                <PickedActions
                  clientId={client.value}
                  picked={picked}
                  onAsk={setAsking}
                  inventory={inventory}
                  profile={profile}
                />
              ),
            },
          })}
          onOpen={({ membershipId }) => open(membershipId)}
          failed={t(`participants:failed.${kind}`)}
          empty={<NoPeople kind={kind}>{add}</NoPeople>}
          noMatch={{
            title: params.search
              ? t('participants:noMatch.search', { search: params.search })
              : t('participants:noMatch.filters'),
            text: t('participants:noMatch.text'),
            clearLabel: t('participants:noMatch.clear'),
          }}
          minWidth={byScores ? 720 : 1060}
        />
      </Card>
      <NewPersonPanel
        client={client}
        role={kind === 'employees' ? 'employee' : 'candidate'}
        opened={asking === 'add'}
        onClose={done}
        onAdded={open}
      />
      <PickedDialogs clientId={client.value} kind={kind} picked={picked} asking={asking} onClose={done} />
    </>
  )
}

/** The tasks that begin here, with `children` as the first. */
function Actions({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <FullAccess>
      {children}
      <Button variant="solid" icon={<IconPlus aria-hidden />} component={Link} to={paths.createAssignment}>
        {t('participants:assign')}
      </Button>
    </FullAccess>
  )
}
