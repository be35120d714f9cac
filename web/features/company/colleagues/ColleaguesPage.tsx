import { Menu } from '@mantine/core'
import { IconDots, IconPencil, IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOperator } from '#contract/access.ts'
import { type Colleague, listColleagues } from '#contract/colleagues.ts'
import { formatDate } from '#contract/format.ts'
import { removeManager } from '#contract/removals.ts'
import { useAuth } from '../../../app/auth.ts'
import { ClientGate } from '../../../app/ClientGate.tsx'
import { ConfirmAction } from '../../../app/ConfirmAction.tsx'
import type { SelectedClient } from '../../../app/clientSelection.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { useClient, useClientTimeZone } from '../../../app/useClient.ts'
import { useList } from '../../../app/useList.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { IconButton } from '../../../ui/button/IconButton.tsx'
import { PeopleDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { ActionMenu } from '../../../ui/overlay/ActionMenu.tsx'
import { SidePanel } from '../../../ui/overlay/SidePanel.tsx'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { PersonCell } from '../../../ui/text/PersonCell.tsx'
import { Pill } from '../../../ui/text/Pill.tsx'
import { OrganisationTabs } from '../OrganisationTabs.tsx'
import { ChangeAccess } from './ChangeAccess.tsx'
import { InviteColleague } from './InviteColleague.tsx'
import { InvitingCard } from './InvitingCard.tsx'

/** The managers of the chosen organisation, with their access. */
export default function ColleaguesPage() {
  return <ClientGate>{(client) => <Colleagues key={client.value} client={client} />}</ClientGate>
}

function Colleagues({ client }: { client: SelectedClient }) {
  const { t } = useTranslation()
  const clientId = client.value
  const colleagues = useList(listColleagues, { params: { clientId }, ordering: 'name', fresh: true })
  const operator = useAuth(({ user }) => isOperator(user))
  const invites = useClient(clientId).data?.managersInvite !== false || operator
  const [asking, setAsking] = useState<'invite' | { what: 'change' | 'remove'; of: Colleague }>()
  const close = () => setAsking(undefined)
  const columns = useColumns(useClientTimeZone(clientId), (what, of) => setAsking({ what, of }))
  const asked = typeof asking === 'object' ? asking : undefined
  return (
    <>
      <PageHeader
        lead={t('colleagues:lead', { client: client.label })}
        actions={
          invites ? (
            <Button variant="solid" icon={<IconUserPlus aria-hidden />} onClick={() => setAsking('invite')}>
              {t('colleagues:invite.open')}
            </Button>
          ) : null
        }
      />
      <OrganisationTabs current="colleagues" />
      {invites ? null : <p className="muted">{t('colleagues:invitingOff')}</p>}
      <Card clip>
        <ListTable
          label={t('colleagues:title')}
          columns={columns}
          rowKey={({ membershipId }) => membershipId}
          of={colleagues}
          search={t('colleagues:search')}
          failed={t('colleagues:failed')}
          empty={<EmptyState drawing={<PeopleDrawing />} title={t('colleagues:empty')} />}
          noMatch={{
            title: t('colleagues:noMatch', { search: colleagues.params.search }),
            clearLabel: t('colleagues:clear'),
          }}
          minWidth={620}
        />
      </Card>
      {operator ? <InvitingCard clientId={clientId} /> : null}
      <SidePanel opened={asking === 'invite'} title={t('colleagues:invite.title')} onClose={close} held>
        {asking === 'invite' ? <InviteColleague clientId={clientId} onDone={close} /> : null}
      </SidePanel>
      <SidePanel opened={asked?.what === 'change'} title={t('colleagues:change.title')} onClose={close} held>
        {asked?.what === 'change' ? (
          <ChangeAccess clientId={clientId} colleague={asked.of} onDone={close} />
        ) : null}
      </SidePanel>
      <ConfirmAction
        call={removeManager}
        input={{ params: { clientId }, body: { user_id: asked?.of.userId ?? '' } }}
        done={t('colleagues:remove.done')}
        opened={asked?.what === 'remove'}
        title={t('colleagues:remove.title', { name: asked?.of.name ?? '' })}
        consequence={t('colleagues:remove.text', { client: client.label })}
        confirmLabel={t('colleagues:remove.action')}
        onClose={close}
      />
    </>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

function useColumns(
  timeZone: string,
  ask: (what: 'change' | 'remove', colleague: Colleague) => void,
): Column<Colleague>[] {
  const { t, i18n } = useTranslation()
  const me = useAuth(({ user }) => user.id)
  const column = (key: string) => ({ key, header: t(`colleagues:column.${key}`) })
  return [
    { ...column('name'), ordering: 'name', skeleton: 168, cell: (row) => <PersonCell {...row} phone="" /> },
    { ...column('access'), skeleton: 120, cell: (row) => <AccessCell of={row} /> },
    {
      ...column('joined'),
      ordering: 'joinedAt',
      skeleton: 72,
      cell: ({ joinedAt }) => <span className="muted">{formatDate(joinedAt, i18n.language, timeZone)}</span>,
    },
    {
      key: 'actions',
      header: <span className="sr">{t('colleagues:column.actions')}</span>,
      align: 'end',
      skeleton: 24,
      cell: (row) =>
        row.userId === me ? (
          <span className="meta">{t('colleagues:you')}</span>
        ) : (
          <ActionMenu
            target={
              <IconButton size="xs" label={t('colleagues:actionsOf', { name: row.name })}>
                <IconDots size={18} stroke={1.75} aria-hidden />
              </IconButton>
            }
          >
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => ask('change', row)}>
              {t('colleagues:change.open')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item
              data-danger
              leftSection={<IconUserMinus {...icon} />}
              onClick={() => ask('remove', row)}
            >
              {t('colleagues:remove.action')}
            </Menu.Item>
          </ActionMenu>
        ),
    },
  ]
}

/** The access as a chip, and the groups that a reader is limited to. */
function AccessCell({ of: { access, groups } }: { of: Colleague }) {
  const { t } = useTranslation()
  return (
    <span className="stack items-start min-0 gap-2">
      <Pill tone={access === 'reader' ? 'sky' : 'neutral'}>{t(`colleagues:access.${access}`)}</Pill>
      {access === 'reader' ? (
        <span className="meta breakable" dir="auto">
          {groups === null ? t('colleagues:allPeople') : groups.join(', ')}
        </span>
      ) : null}
    </span>
  )
}
