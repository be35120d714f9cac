import { type Entry, type InFile, leftOut, registry, wordsOf } from './registry.ts'

/** Columns of one table that are treated alike, in the words of docs/privacy.md. */
interface Mapped {
  readonly table: string
  readonly columns: readonly string[]
  readonly whose: string
  readonly ground: string
  readonly kept: string
  readonly erasure: string
  readonly ownFile: string
}

const tables: Readonly<Record<string, readonly (string | Entry)[]>> = registry

const kinds: readonly InFile[] = [
  'desk',
  'file',
  'secret',
  'joins',
  'others',
  'brief',
  'mails',
  'unconfirmed',
  'sums',
  'details',
  'chosen',
  'ledger',
  'pages',
]

function toMapped(table: string, entry: string | Entry): Mapped {
  if (typeof entry === 'string') {
    const columns = wordsOf(entry)
    return { table, columns, whose: 'none', ground: '–', kept: '–', erasure: '–', ownFile: '–' }
  }
  const { whose, ground, kept, says, deskRule, deletedBy, alsoAtClient } = entry
  const present = kinds.filter((kind) => entry[kind] !== undefined)
  const named = (kind: InFile) =>
    present.length === 1 ? kind : `${kind}: ${wordsOf(entry[kind]).join(', ')}`
  const deleted = alsoAtClient ? 'deleted; of an account that stays, this client’s' : 'deleted'
  return {
    table,
    columns: present.flatMap((kind) => wordsOf(entry[kind])),
    whose,
    ground,
    kept: typeof kept === 'string' ? kept : `${kept.says ?? kept.after}: hourly, \`sweep\``,
    erasure: says ?? (deletedBy === undefined ? 'emptied' : deleted),
    ownFile: [...present.map(named), ...(deskRule === undefined ? [] : [`at the desk ${deskRule}`])].join(
      '; ',
    ),
  }
}

/** The map of all columns that docs/privacy.md shows. */
export const dataMap: readonly Mapped[] = Object.entries(tables).flatMap(([table, entries]) =>
  entries.map((entry) => toMapped(table, entry)),
)

const tableOf = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  [
    `| ${heads.join(' | ')} |`,
    `|${'---|'.repeat(heads.length)}`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')

const heads = ['Table', 'Columns', 'Whose', 'Ground', 'Kept', 'Erasure', 'Own file']

/** The text of docs/privacy.md with its two tables made again, each after its heading. */
export function withTables(text: string): string {
  const made = [
    [
      'What own data leaves out',
      tableOf(
        ['Word', 'Not in it', 'Why'],
        Object.entries(leftOut).map(([word, why]) => [`\`${word}\``, ...why]),
      ),
    ],
    [
      'Data map',
      tableOf(
        heads,
        dataMap.map(({ columns, ...row }) => [
          row.table,
          columns.join(', '),
          row.whose,
          row.ground,
          row.kept,
          row.erasure,
          row.ownFile,
        ]),
      ),
    ],
  ] as const
  return made.reduce((whole, [heading, table]) => {
    const [before, after] = whole.split(`\n## ${heading}\n`)
    return `${before}\n## ${heading}\n${after?.replace(/^\|.*$(\n\|.*$)*/m, () => table)}`
  }, text)
}
