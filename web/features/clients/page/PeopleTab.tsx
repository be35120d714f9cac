import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Client } from '#contract/clients.ts'
import type { Person } from '#contract/people.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { PeopleDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PeopleExport } from '../../people/PeopleExport.tsx'
import { RemoveDialog } from '../../people/RemoveDialog.tsx'
import { type PeopleKind, usePeople, usePeopleParams } from '../usePeople.ts'
import { usePeopleColumns } from '../usePeopleColumns.tsx'

interface PeopleTabProps {
  client: Client
  kind: PeopleKind
  onHelp: (userId: string) => void
}

/** The people of one role; a row opens the help for its person. */
export function PeopleTab({ client, kind, onHelp }: PeopleTabProps) {
  const { t } = useTranslation()
  const params = usePeopleParams()
  const list = usePeople(client.id, kind, params)
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
          list={list}
          params={params}
          onOpen={help}
          search={t('clients:people.search')}
          toolbar={
            kind === 'managers' ? null : (
              <PeopleExport clientId={client.id} kind={kind} search={params.search} />
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
            title: t('clients:people.noMatch', { search: params.search }),
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
