import { peopleCsv, peopleXlsx } from '#contract/exports.ts'
import { apiFile } from '../../app/api.ts'
import { ExportMenu } from './ExportMenu.tsx'

const calls = { xlsx: peopleXlsx, csv: peopleCsv }

interface PeopleExportProps {
  clientId: string
  kind: 'candidates' | 'employees'
  search: string
  group?: string
}

/** The people of the list as it is filtered now. */
export function PeopleExport({ clientId, kind, search, group }: PeopleExportProps) {
  const query = {
    role: kind === 'employees' ? 'employee' : 'candidate',
    search: search.slice(0, 100),
    group: group || undefined,
  } as const
  return <ExportMenu fetch={(format) => apiFile(calls[format], { params: { clientId }, query })} />
}
