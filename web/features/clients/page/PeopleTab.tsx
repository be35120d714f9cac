import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { listCandidates, listEmployees, listManagers, type Person } from '#contract/people.ts'
import { selectClient } from '../../../app/clientSelection.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { paths } from '../../../app/paths.ts'
import { useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PeopleDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PeopleExport } from '../../memberships/PeopleExport.tsx'
import { RemoveDialog } from '../../memberships/RemoveDialog.tsx'
import { type PeopleKind, usePeopleColumns } from '../usePeopleColumns.tsx'

const calls = { managers: listManagers, candidates: listCandidates, employees: listEmployees }

interface PeopleTabProps {
  client: Client
  kind: PeopleKind
  onHelp: (userId: string) => void
}

/** The people of one role; a row opens the help for its person. */
export function PeopleTab({ client, kind, onHelp }: PeopleTabProps) {
  const { t } = useTranslation()
  const people = useList(calls[kind], {
    params: { clientId: client.id },
    ordering: 'name',
    asks: { group: undefined, without: undefined, decision: undefined },
  })
  const [removing, setRemoving] = useState<Person>()
  const help = ({ userId }: { userId: string }) => onHelp(userId)
  const columns = usePeopleColumns(client, kind, { onHelp: help, onRemove: setRemoving })
  return (
    <>
      <Card clip>
        <ListTable
          label={t(`clients:tab.${kind}`)}
          columns={columns}
          rowKey={(row) => row.membershipId}
          of={people}
          onOpen={help}
          search={t('clients:people.search')}
          toolbar={
            kind === 'managers' ? (
              <Button
                size="sm"
                component={Link}
                to={paths.colleagues}
                onClick={() => selectClient({ value: client.id, label: client.name })}
              >
                {t('clients:people.access')}
              </Button>
            ) : (
              <PeopleExport clientId={client.id} kind={kind} search={people.params.search} />
            )
          }
          failed={t(`clients:people.failed.${kind}`)}
          empty={
            <EmptyState drawing={<PeopleDrawing />} title={t(`clients:people.empty.${kind}`)}>
              {client.status === 'active'
                ? t(`clients:people.emptyText.${kind}`)
                : t('clients:people.notActive')}
            </EmptyState>
          }
          noMatch={{
            title: t('clients:people.noMatch', { search: people.params.search }),
            text: t('clients:people.noMatchText'),
            clearLabel: t('clients:people.clear'),
          }}
          minWidth={kind === 'managers' ? 560 : 760}
        />
      </Card>
      <RemoveDialog client={client} person={removing} onClose={() => setRemoving(undefined)} />
    </>
  )
}
