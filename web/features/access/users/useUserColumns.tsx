import { useTranslation } from 'react-i18next'
import type { ManagedUser } from '#contract/users.ts'
import { Button } from '../../../ui/button/Button.tsx'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { PersonCell } from '../../../ui/text/PersonCell.tsx'
import { AccountStatus, Roles, When } from './cells.tsx'

export function useUserColumns(open: (userId: string) => void): Column<ManagedUser>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'person',
      header: t('users:column.person'),
      ordering: 'name',
      skeleton: 168,
      cell: (user) => <PersonCell {...user} />,
    },
    { key: 'role', header: t('users:column.role'), skeleton: 96, cell: (user) => <Roles {...user} /> },
    {
      key: 'status',
      header: t('users:column.status'),
      skeleton: 96,
      cell: (user) => <AccountStatus {...user} />,
    },
    {
      key: 'signIn',
      header: t('users:column.signIn'),
      skeleton: 112,
      cell: ({ lastSignInAt }) => <When iso={lastSignInAt} never={t('users:never')} />,
    },
    {
      key: 'created',
      header: t('users:column.created'),
      ordering: 'createdAt',
      skeleton: 112,
      cell: ({ createdAt }) => <When iso={createdAt} never="" />,
    },
    {
      key: 'open',
      header: <span className="sr">{t('users:column.action')}</span>,
      align: 'end',
      skeleton: 56,
      cell: ({ id, name }) => (
        <Button size="xs" variant="twoTone" aria-label={t('users:openOf', { name })} onClick={() => open(id)}>
          {t('users:open')}
        </Button>
      ),
    },
  ]
}
