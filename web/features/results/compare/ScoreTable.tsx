import { useTranslation } from 'react-i18next'
import type { CompareRow, CompareTestView, CompareView } from '#report/compare.ts'
import { tableRoles } from '../../../ui/table/tableRoles.ts'
import { Chart } from '../reports/Chart.tsx'
import classes from './compare.module.css'
import { Badge } from './People.tsx'

interface Props {
  test: CompareTestView
  heads: CompareView['heads']
  onlyReliable: boolean
}

/** A row for each score: everybody on one axis, then value and band of each. On a phone each row is a card. */
export function ScoreTable({ test, heads, onlyReliable }: Props) {
  const { t } = useTranslation('compare')
  const groups = test.groups
    .map((group) => ({
      ...group,
      rows: group.rows.filter(({ verdict }) => !onlyReliable || verdict === 'reliable'),
    }))
    .filter(({ rows }) => rows.length > 0)
  if (groups.length === 0)
    return <p className={`muted ruled-top ${classes.nothing}`}>{t('compare:nothingReliable')}</p>
  const { head, table, group: rowGroup, row: tableRow, rowHead } = tableRoles
  const people = test.taken.map(({ person }) => person)
  return (
    <table
      {...table}
      aria-label={test.title}
      className={`full-width ${classes.table}`}
      data-many={people.length > 4 || undefined}
    >
      <thead {...rowGroup}>
        <tr {...tableRow}>
          <th {...head} scope="col" className={classes.name}>
            {heads.score}
          </th>
          <th {...head} scope="col" className={classes.axis}>
            {heads.chart}
          </th>
          {people.map((person) => (
            <th {...head} scope="col" key={person.key}>
              <span className="flex align-start gap-6">
                <Badge person={person} />
                <span className="min-0 breakable">{person.name}</span>
              </span>
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ key, name, rows }) => (
        <tbody {...rowGroup} key={key}>
          {name === null ? null : (
            <tr {...tableRow} className={classes.category}>
              <th {...rowHead} scope="rowgroup" colSpan={people.length + 2} className="text-14 well">
                {name}
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <Row key={row.key} row={row} label={name === null ? row.name : row.label} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Row({ row, label }: { row: CompareRow; label: string }) {
  const { cell, row: tableRow, rowHead } = tableRoles
  return (
    <tr {...tableRow} data-verdict={row.verdict}>
      <th {...rowHead} scope="row" className={classes.name}>
        <span className="block medium ink breakable">{label}</span>
        {row.says.map((line) => (
          <span key={line} className={`block text-13 ${classes.verdict}`}>
            {line}
          </span>
        ))}
      </th>
      <td {...cell} className={classes.axis}>
        <Chart picture={row.picture} />
      </td>
      {row.cells.map(({ letter, name, value, band }) => (
        <td {...cell} key={letter} className={classes.cell}>
          <span className="row gap-6 align-start">
            <Badge person={{ letter }} />
            <span className={`min-0 grow breakable ${classes.who}`} aria-hidden>
              {name}
            </span>
            <b className="semibold num nowrap">{value}</b>
          </span>
          {band ? <span className={`block text-12 muted ${classes.band}`}>{band.name}</span> : null}
        </td>
      ))}
    </tr>
  )
}
