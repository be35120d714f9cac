import { z } from 'zod'
import { tabDrafts } from '../../../../app/tabDrafts.ts'
import type { ListRow } from '../people/parse/rows.ts'
import { type CheckRow, type Draft, draft } from './draft.ts'

const keptRow = z.tuple([z.number(), z.string(), z.string(), z.string(), z.string(), z.string()])
type KeptRow = z.infer<typeof keptRow>

const { result } = draft.shape
/**
 * The draft as it is kept. Ten thousand people, each stored three times with column names, would fill a browser's
 * storage. So columns are stored by position, and a list under check replaces the file it came from.
 */
const kept = draft.extend({
  file: draft.shape.file
    .unwrap()
    .extend({ rows: z.array(keptRow) })
    .nullable(),
  rows: z.array(z.tuple([keptRow, keptRow.nullable(), z.boolean(), z.boolean()])),
  result: z
    .object({
      created: z.array(keptRow),
      existing: z.array(keptRow),
      failed: z.array(z.tuple([keptRow, result.unwrap().shape.failed.element.shape.reason])),
      tests: result.unwrap().shape.tests,
      unreached: result.unwrap().shape.unreached,
    })
    .nullable(),
})
type Kept = z.infer<typeof kept>

const drafts = tabDrafts('terazi.invite', kept)

const pack = ({ line, name, email, phone, staffNumber, group }: ListRow): KeptRow => [
  line,
  name,
  email,
  phone,
  staffNumber,
  group,
]
const unpack = ([line, name, email, phone, staffNumber, group]: KeptRow): ListRow => ({
  line,
  name,
  email,
  phone,
  staffNumber,
  group,
})

const standsForFile = ({ checked, method }: Pick<Draft, 'checked' | 'method'>) =>
  checked && (method === 'csv' || method === 'excel')

/** The list that a file held, from the list under check. */
const asRead = (rows: readonly CheckRow[]): ListRow[] =>
  rows.map(({ was, removed: _, troubled: __, ...row }) => was ?? row)

const lastOf = (clientId: string) => `${clientId} last`

export const readDraft = (clientId: string): Draft | undefined => read(clientId)
export const writeDraft = (clientId: string, value: Draft | null): void => write(clientId, value)

/** The invitation that was done last, which can be looked at while nothing new is begun. */
export const readLast = (clientId: string): Draft | undefined => read(lastOf(clientId))
export const writeLast = (clientId: string, value: Draft | null): void => write(lastOf(clientId), value)

function read(name: string): Draft | undefined {
  const found = drafts.read(name)
  if (found === undefined) return undefined
  const { result } = found
  const rows = found.rows.map(([row, was, removed, troubled]) => ({
    ...unpack(row),
    was: was && unpack(was),
    removed,
    troubled,
  }))
  return {
    ...found,
    rows,
    file: found.file && {
      ...found.file,
      rows: standsForFile(found) ? asRead(rows) : found.file.rows.map(unpack),
    },
    result: result && {
      created: result.created.map(unpack),
      existing: result.existing.map(unpack),
      failed: result.failed.map(([row, reason]) => ({ row: unpack(row), reason })),
      ...(result.tests && { tests: result.tests }),
      ...(result.unreached && { unreached: result.unreached }),
    },
  }
}

function write(name: string, value: Draft | null): void {
  if (value === null && drafts.read(name) === undefined) return
  drafts.write(name, value && keep(value))
}

function keep(value: Draft): Kept {
  const { file, result } = value
  return {
    ...value,
    rows: value.rows.map(({ was, removed, troubled, ...row }) => [
      pack(row),
      was && pack(was),
      removed,
      troubled,
    ]),
    file: file && { ...file, rows: standsForFile(value) ? [] : file.rows.map(pack) },
    result: result && {
      created: result.created.map(pack),
      existing: result.existing.map(pack),
      failed: result.failed.map(({ row, reason }) => [pack(row), reason]),
      ...(result.tests && { tests: result.tests }),
      ...(result.unreached && { unreached: result.unreached }),
    },
  }
}
