import { readFileSync } from 'node:fs'

/** A row of the data map in docs/privacy.md: columns of one table that are treated alike. */
interface Mapped {
  readonly table: string
  readonly columns: readonly string[]
  readonly whose: string
  readonly ground: string
  readonly kept: string
  readonly erasure: string
}

const people = ['participant', 'registrant', 'recipient', 'manager', 'operator', 'buyer', 'account']
const grounds = ['client', 'consent', 'contract', 'law', 'interest']

export function readDataMap(text = readFileSync('docs/privacy.md', 'utf8')): Mapped[] {
  const map = text.split('\n## Data map\n')[1] ?? ''
  const lines = map.split('\n')
  const start = lines.findIndex((line) => line.startsWith('|'))
  // The first line without a bar ends the table, as it does for a reader of the page.
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'))
  return lines.slice(start + 2, start + length).map((line) => {
    const [table = '', columns = '', whose = '', ground = '', kept = '', erasure = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    return { table, columns: columns.split(', '), whose, ground, kept, erasure }
  })
}

/** Such as `Data map: 90 tables, 800 columns, 500 of them about people`. */
export function sizeOfDataMap(map: readonly Mapped[]): string {
  const columns = (rows: readonly Mapped[]) => rows.reduce((sum, row) => sum + row.columns.length, 0)
  const tables = new Set(map.map(({ table }) => table)).size
  const ofPeople = columns(map.filter(({ whose }) => whose !== 'none'))
  return `Data map: ${tables} tables, ${columns(map)} columns, ${ofPeople} of them about people`
}

/** Compares the map with the existing tables: what it lacks, has twice or has too much. */
export function wrongInDataMap(
  map: readonly Mapped[],
  tables: readonly { name: string; columns: readonly string[] }[],
): string[] {
  const real = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`))
  const mapped = map.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`))
  const twice = mapped.filter((one, at) => mapped.indexOf(one) !== at)
  return [
    ...real.filter((one) => !mapped.includes(one)).map((one) => `${one} is not in the data map`),
    ...mapped
      .filter((one) => !real.includes(one))
      .map((one) => `${one} is mapped, but there is no such column`),
    ...twice.map((one) => `${one} is mapped twice`),
    ...map.flatMap(unclear),
  ]
}

function unclear({ table, columns, whose, ground, kept, erasure }: Mapped): string[] {
  const name = `${table}.${columns[0]}`
  if (whose === 'none') return []
  const problems: string[] = []
  if (!people.includes(whose)) problems.push(`${name}: "${whose}" is nobody that the map knows`)
  if (!ground.split(/[^a-z]+/).some((word) => grounds.includes(word))) problems.push(`${name} has no ground`)
  if (!/\w/.test(kept)) problems.push(`${name} has no period`)
  if (!/\w/.test(erasure)) problems.push(`${name} does not say what erasing does`)
  return problems
}
