import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatDay, formatNumber } from '#contract/format.ts'
import type { Registration } from '#contract/registrations.ts'
import { registrationPath } from '../../../app/paths.ts'
import type { Column } from '../../../ui/table/tableTypes.ts'
import { Tag } from '../../../ui/text/Tag.tsx'
import { RegistrationState } from './RegistrationState.tsx'
import classes from './registrations.module.css'

export function useRegistrationColumns(): Column<Registration>[] {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const column = (key: string) => ({ key, header: t(`registrations:column.${key}`) })
  return [
    {
      ...column('name'),
      ordering: 'name',
      skeleton: 168,
      cell: ({ id, name, testDay }) => (
        <span className="stack min-0 gap-2">
          <Link className="link" to={registrationPath(id)} dir="auto">
            {name}
          </Link>
          {testDay !== null && (
            <span className="meta" dir="auto">
              {t('registrations:onDay', { place: testDay.place, day: formatDay(testDay.day, i18n.language) })}
            </span>
          )}
        </span>
      ),
    },
    {
      ...column('tests'),
      skeleton: 80,
      cell: ({ inventories }) => (
        <span className={`wraps gap-4 ${classes.tags}`}>
          {inventories.map(({ id, code, name }) => (
            <span key={id} title={name}>
              <Tag>{code}</Tag>
            </span>
          ))}
        </span>
      ),
    },
    {
      ...column('people'),
      align: 'end',
      skeleton: 48,
      cell: ({ people: { accepted, waiting }, cap }) => (
        <bdi>{t('registrations:places', { taken: number(accepted + waiting), cap: number(cap) })}</bdi>
      ),
    },
    {
      ...column('waiting'),
      align: 'end',
      skeleton: 24,
      cell: ({ people: { waiting } }) =>
        waiting === 0 ? <span className="muted">0</span> : <b>{number(waiting)}</b>,
    },
    { ...column('endsOn'), ordering: 'endsOn', cell: ({ endsOn }) => formatDay(endsOn, i18n.language) },
    { ...column('state'), skeleton: 64, cell: (registration) => <RegistrationState of={registration} /> },
  ]
}
