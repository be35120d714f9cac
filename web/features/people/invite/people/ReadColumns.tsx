import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from '../wizard.module.css'
import type { ListRow } from './parse/rows.ts'

const columns = ['name', 'email', 'phone', 'staffNumber', 'group'] as const

/** The columns found in a list, and those that are not used. */
export function ReadColumns({ rows, unused }: { rows: readonly ListRow[]; unused: readonly string[] }) {
  const { t } = useTranslation()
  const found = columns.filter((column) => rows.some((row) => row[column] !== ''))
  return (
    <div className={classes.columns}>
      <p className="medium" id="read-columns">
        {t('invite:read.columns')}
      </p>
      <ul className="cluster gap-8" aria-labelledby="read-columns">
        {found.map((column) => (
          <li className="inline-row min-0 gap-4 ink-primary breakable rounded" key={column}>
            <IconCheck size={14} aria-hidden /> {t(`invite:column.${column}`)}
          </li>
        ))}
        {unused.map((title) => (
          <li
            className="inline-row min-0 gap-4 ink-primary breakable rounded"
            key={`unused ${title}`}
            data-unused
          >
            {t('invite:read.unused', { title })}
          </li>
        ))}
      </ul>
    </div>
  )
}
