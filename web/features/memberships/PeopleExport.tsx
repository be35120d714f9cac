import { peopleCsv, peopleXlsx } from '#contract/exports.ts'
import { apiFile } from '../../app/api.ts'
import { ExportMenu } from '../../app/ExportMenu.tsx'
import classes from '../../ui/table/FilterBar.module.css'
import { withoutOf } from './selection.ts'

const calls = { xlsx: peopleXlsx, csv: peopleCsv }

interface PeopleExportProps {
  clientId: string
  kind: 'candidates' | 'employees'
  search: string
  group?: string
  without?: string
}

/** The people of the list as it is filtered now. */
export function PeopleExport({ clientId, kind, search, group, without = '' }: PeopleExportProps) {
  const query = {
    role: kind === 'employees' ? 'employee' : 'candidate',
    search: search.slice(0, 100),
    group: group || undefined,
    ...withoutOf(without),
  } as const
  return (
    <span className={classes.end}>
      <ExportMenu fetch={(format) => apiFile(calls[format], { params: { clientId }, query })} />
    </span>
  )
}
