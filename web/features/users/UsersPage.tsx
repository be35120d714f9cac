import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { userStatus } from '#contract/users.ts'
import { ListTable } from '../../app/ListTable.tsx'
import { useOpenPerson } from '../../app/useOpenPanel.ts'
import { Button } from '../../ui/button/Button.tsx'
import { PeopleDrawing } from '../../ui/feedback/drawings.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { FilterBar } from '../../ui/table/FilterBar.tsx'
import { NewUserPanel } from './NewUserPanel.tsx'
import { PersonPanel } from './PersonPanel.tsx'
import { useMyReach } from './useMyReach.ts'
import { useUserColumns } from './useUserColumns.tsx'
import { useListParams, useUsers } from './useUsers.ts'

/** Everybody with an account the caller may help: all for a superuser, those below admin for an admin. */
export default function UsersPage() {
  const { t } = useTranslation()
  const params = useListParams()
  const list = useUsers(params)
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
          list={list}
          params={params}
          onOpen={({ id }) => open(id)}
          search={t('users:search')}
          toolbar={
            <FilterBar
              filters={[
                {
                  key: 'role',
                  label: t('users:filter.role'),
                  kind: 'one',
                  data: rolesInReach.map((role) => ({ value: role, label: t(`users:role.${role}`) })),
                  chosen: params.filters.role,
                  onChange: (role: string) => params.setFilters({ role }),
                },
                {
                  key: 'status',
                  label: t('users:filter.status'),
                  kind: 'one',
                  data: userStatus.options.map((status) => ({
                    value: status,
                    label: t(`users:status.${status}`),
                  })),
                  chosen: params.filters.status,
                  onChange: (status: string) => params.setFilters({ status }),
                },
              ]}
              onClear={params.filtered ? params.clear : undefined}
            />
          }
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
            title: params.search
              ? t('users:noMatch.search', { search: params.search })
              : t('users:noMatch.filters'),
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
