import { peopleCsv, peopleXlsx } from '#contract/exports.ts'
import { apiFile } from '../../app/api.ts'
import { ExportMenu } from '../../app/ExportMenu.tsx'
import classes from '../../ui/table/FilterBar.module.css'
import { narrowedBy, notNarrowed, type PeopleNarrowed } from './selection.ts'

const calls = { xlsx: peopleXlsx, csv: peopleCsv }

interface PeopleExportProps {
  clientId: string
  kind: 'candidates' | 'employees'
  search: string
  filters?: PeopleNarrowed
}

/** The people of the list as it is filtered now. */
export function PeopleExport({ clientId, kind, search, filters = notNarrowed }: PeopleExportProps) {
  const query = {
    role: kind === 'employees' ? 'employee' : 'candidate',
    search: search.slice(0, 100),
    ...narrowedBy(filters),
  } as const
  return (
    <span className={classes.end}>
      <ExportMenu fetch={(format) => apiFile(calls[format], { params: { clientId }, query })} />
    </span>
  )
}
