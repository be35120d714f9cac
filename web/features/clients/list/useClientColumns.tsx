import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Client } from '#contract/clients.ts'
import { formatDate, formatNumber } from '#contract/format.ts'
import { clientPath } from '../../../app/paths.ts'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { Avatar } from '../../../ui/text/Avatar.tsx'
import { ClientStatusWord } from '../ClientStatus.tsx'
import classes from '../clients.module.css'

export function useClientColumns(): Column<Client>[] {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  return [
    {
      key: 'name',
      header: t('clients:column.name'),
      name: t('clients:column.name'),
      ordering: 'name',
      skeleton: 168,
      cell: ({ id, name, email }) => (
        <span className={`row min-0 gap-12 ${classes.who}`}>
          <Avatar name={name} square />
          <span>
            <Link className="medium breakable hover-underlined" to={clientPath(id)} dir="auto">
              {name}
            </Link>
            <span className="ellipsis meta" title={email}>
              {email}
            </span>
          </span>
        </span>
      ),
    },
    {
      key: 'managers',
      header: t('clients:column.managers'),
      name: t('clients:column.managers'),
      skeleton: 120,
      cell: ({ managerName, managerEmail, people }) => (
        <span className={classes.two}>
          <span dir="auto">{managerName || managerEmail || '–'}</span>
          {people.managers > 1 ? (
            <span className="meta">
              {t('clients:moreManagers', { count: people.managers - 1, number: number(people.managers - 1) })}
            </span>
          ) : null}
        </span>
      ),
    },
    {
      key: 'people',
      header: t('clients:column.people'),
      name: t('clients:column.people'),
      align: 'end',
      skeleton: 32,
      cell: ({ people }) => number(people.candidates + people.employees),
    },
    {
      key: 'quota',
      header: t('clients:column.quota'),
      name: t('clients:column.quota'),
      align: 'end',
      skeleton: 32,
      cell: ({ quota }) => number(quota),
    },
    {
      key: 'status',
      header: t('clients:column.status'),
      name: t('clients:column.status'),
      skeleton: 96,
      cell: (client) => <ClientStatusWord {...client} />,
    },
    {
      key: 'created',
      header: t('clients:column.created'),
      name: t('clients:column.created'),
      ordering: 'createdAt',
      skeleton: 72,
      cell: ({ createdAt, timeZone }) => (
        <span className="muted">{formatDate(createdAt, i18n.language, timeZone)}</span>
      ),
    },
  ]
}
