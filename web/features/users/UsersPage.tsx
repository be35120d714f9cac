import { IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { userStatus } from '#contract/users.ts'
import { ApiError } from '../../app/apiError.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { PeopleDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterSelect } from '../../ui/FilterSelect.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { NewUserPanel } from './NewUserPanel.tsx'
import { PersonPanel } from './PersonPanel.tsx'
import { useMyReach } from './useMyReach.ts'
import { useUserColumns } from './useUserColumns.tsx'
import { useListParams, useUsers } from './useUsers.ts'

/** Everybody with an account whom the caller may help: all for a superuser, those below admin for an admin. */
export default function UsersPage() {
  const { t } = useTranslation()
  const params = useListParams()
  const list = useUsers(params)
  const { managesAdmins, rolesInReach } = useMyReach()
  const [adding, setAdding] = useState(false)
  const { person, open, close } = useOpenPerson()
  const columns = useUserColumns(open)
  const failed = list.isError && list.data === undefined
  const requestId = list.error instanceof ApiError ? list.error.requestId : undefined
  const add = () => setAdding(true)

  return (
    <>
      <PageHeader
        title={t('users:title')}
        lead={managesAdmins ? t('users:lead.all') : t('users:lead.below')}
        actions={
          <Button variant="solid" icon={<IconUserPlus aria-hidden />} onClick={add}>
            {t('users:add')}
          </Button>
        }
      />
      <Card clip>
        <DataTable
          label={t('users:title')}
          columns={columns}
          rowKey={(row) => row.id}
          rows={list.data?.results}
          count={list.data?.count ?? 0}
          page={params.page}
          pageSize={params.pageSize}
          onPage={params.setPage}
          onPageSize={params.setPageSize}
          ordering={params.ordering}
          onOrdering={params.setOrdering}
          onOpen={({ id }) => open(id)}
          search={{ value: params.search, onChange: params.setSearch, placeholder: t('users:search') }}
          toolbar={
            <>
              <FilterSelect
                label={t('users:filter.role')}
                all={t('users:filter.allRoles')}
                clearLabel={t('users:filter.clearRole')}
                data={rolesInReach.map((role) => ({ value: role, label: t(`users:role.${role}`) }))}
                value={params.filters.role}
                onChange={(role) => params.setFilter('role', role)}
              />
              <FilterSelect
                label={t('users:filter.status')}
                all={t('users:filter.allStatuses')}
                clearLabel={t('users:filter.clearStatus')}
                data={userStatus.options.map((status) => ({
                  value: status,
                  label: t(`users:status.${status}`),
                }))}
                value={params.filters.status}
                onChange={(status) => params.setFilter('status', status)}
              />
            </>
          }
          busy={list.isPlaceholderData}
          filtered={params.filtered}
          failure={
            failed
              ? {
                  title: t('users:failed'),
                  message: t('ui:error.checkConnection'),
                  requestId,
                  onRetry: () => void list.refetch(),
                }
              : undefined
          }
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
            onClear: params.clear,
          }}
          minWidth={940}
        />
      </Card>
      <NewUserPanel opened={adding} onClose={() => setAdding(false)} onCreated={open} />
      <PersonPanel userId={person} onClose={close} />
    </>
  )
}

/** Whose panel is open stands in the address, so that it can be sent to a colleague and Back closes it. */
function useOpenPerson() {
  const [params, setParams] = useSearchParams()
  const show = (id: string) =>
    void setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (id) next.set('person', id)
        else next.delete('person')
        return next
      },
      { preventScrollReset: true },
    )
  return { person: params.get('person') ?? '', open: show, close: () => show('') }
}
