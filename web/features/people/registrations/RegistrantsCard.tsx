import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { decideRegistrants, listRegistrants, type Registration } from '#contract/registrations.ts'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { useAction } from '../../../app/useAction.ts'
import { useClientTimeZone } from '../../../app/useClient.ts'
import { one, useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PeopleDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { Card, CardHeader } from '../../../ui/layout/Card.tsx'
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx'
import { useRegistrantColumns } from './useRegistrantColumns.tsx'

interface RegistrantsCardProps {
  client: SelectedClient
  registration: Registration
}

const states = ['waiting', 'accepted', 'refused'] as const

/** The registered people. Those who are pending are accepted or refused, one or many. */
export function RegistrantsCard({ client, registration }: RegistrantsCardProps) {
  const { t } = useTranslation()
  const path = { clientId: client.value, registrationId: registration.id }
  const registrants = useList(listRegistrants, { params: path, ordering: '-createdAt' })
  const rows = registrants.list.data?.results ?? []
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const [refusing, setRefusing] = useState<string[]>()
  const deciding = useAction(decideRegistrants, {
    done: ({ done }, { body }) =>
      done > 0 ? t(`registrations:done.${body.decision}`, { count: done }) : undefined,
  })
  const decide = (decision: 'accept' | 'refuse', registrantIds: string[]) =>
    deciding.mutate(
      {
        params: path,
        body: { decision, registrantIds },
      },
      {
        onSuccess: ({ skipped }) => {
          setPicked(new Set())
          for (const { reason, count } of skipped)
            toast.error(t(`registrations:skipped.${reason}`, { count }))
        },
        onSettled: () => setRefusing(undefined),
      },
    )
  // Also of other pages: who was decided already is skipped and counted.
  const chosen = [...picked]
  const columns = useRegistrantColumns(useClientTimeZone(client.value), {
    busy: deciding.isPending,
    onAccept: (id) => decide('accept', [id]),
    onRefuse: (id) => setRefusing([id]),
  })
  return (
    <Card clip>
      <CardHeader title={t('registrations:people')} />
      <ListTable
        label={t('registrations:people')}
        columns={columns}
        rowKey={({ id }) => id}
        of={registrants}
        search={t('registrations:searchPeople')}
        filters={[
          one(registrants, 'state', {
            label: t('registrations:column.state'),
            data: states.map((value) => ({ value, label: t(`registrations:registrant.${value}`) })),
          }),
        ]}
        selection={{
          selected: picked,
          onChange: setPicked,
          rowLabel: (key) =>
            t('registrations:select', { name: rows.find(({ id }) => id === key)?.name ?? '' }),
          actions: (
            <>
              <Button
                size="sm"
                disabled={chosen.length === 0}
                loading={deciding.isPending}
                onClick={() => decide('accept', chosen)}
              >
                {t('registrations:accept.action')}
              </Button>
              <Button size="sm" danger disabled={chosen.length === 0} onClick={() => setRefusing(chosen)}>
                {t('registrations:refuse.action')}
              </Button>
            </>
          ),
        }}
        failed={t('registrations:peopleFailed')}
        empty={
          <EmptyState drawing={<PeopleDrawing />} title={t('registrations:noPeople.title')}>
            {t('registrations:noPeople.text')}
          </EmptyState>
        }
        noMatch={{ title: t('registrations:noPeople.match'), clearLabel: t('registrations:clear') }}
        minWidth={960}
      />
      <ConfirmDialog
        opened={refusing !== undefined}
        title={t('registrations:refuse.title', { count: refusing?.length ?? 0 })}
        consequence={t('registrations:refuse.text')}
        confirmLabel={t('registrations:refuse.action')}
        busy={deciding.isPending}
        onClose={() => setRefusing(undefined)}
        onConfirm={() => decide('refuse', refusing ?? [])}
      />
    </Card>
  )
}
