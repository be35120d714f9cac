import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listUsers, userStatus } from '#contract/users.ts'
import { ListTable } from '../../../app/ListTable.tsx'
import { one, useList } from '../../../app/useList.ts'
import { useOpenPerson } from '../../../app/useOpenPanel.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { PeopleDrawing } from '../../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { NewUserPanel } from './NewUserPanel.tsx'
import { PersonPanel } from './PersonPanel.tsx'
import { useMyReach } from './useMyReach.ts'
import { useUserColumns } from './useUserColumns.tsx'

/** Everybody with an account the caller may help: all for a superuser, those below admin for an admin. */
export default function UsersPage() {
  const { t } = useTranslation()
  const users = useList(listUsers, { ordering: 'name' })
  const { search } = users.params
  const { managesAdmins, rolesInReach } = useMyReach()
  const [adding, setAdding] = useState(false)
  const { person, open, close } = useOpenPerson()
  const columns = useUserColumns(open)
  const add = () => setAdding(true)

  return (
    <>
      <PageHeader
        lead={managesAdmins ? t('users:lead.all') : t('users:lead.below')}
        actions={
          <Button variant="solid" icon={<IconUserPlus aria-hidden />} onClick={add}>
            {t('users:add')}
          </Button>
        }
      />
      <Card clip>
        <ListTable
          label={t('users:title')}
          columns={columns}
          rowKey={(row) => row.id}
          of={users}
          onOpen={({ id }) => open(id)}
          search={t('users:search')}
          filters={[
            one(users, 'role', {
              label: t('users:filter.role'),
              data: rolesInReach.map((value) => ({ value, label: t(`users:role.${value}`) })),
            }),
            one(users, 'status', {
              label: t('users:filter.status'),
              data: userStatus.options.map((value) => ({ value, label: t(`users:status.${value}`) })),
            }),
          ]}
          failed={t('users:failed')}
          empty={
            <EmptyState
              drawing={<PeopleDrawing />}
              title={t('users:empty.title')}
              actions={
                <Button size="sm" icon={<IconUserPlus aria-hidden />} onClick={add}>
                  {t('users:add')}
                </Button>
              }
            >
              {t('users:empty.text')}
            </EmptyState>
          }
          noMatch={{
            title: search ? t('users:noMatch.search', { search }) : t('users:noMatch.filters'),
            text: t('users:noMatch.text'),
            clearLabel: t('users:noMatch.clear'),
          }}
          minWidth={940}
        />
      </Card>
      <NewUserPanel opened={adding} onClose={() => setAdding(false)} onCreated={open} />
      <PersonPanel userId={person} onClose={close} />
    </>
  )
}
