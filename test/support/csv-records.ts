import { readSeparated } from '#tables/separated.ts'

/** The rows of a CSV by the headings of its first. */
export function csvRecords(text: string): Record<string, string>[] {
  const [head, ...rows] = readSeparated(text).rows
  return rows.map(({ cells }) =>
    Object.fromEntries((head?.cells ?? []).map((name, at) => [name, cells[at] ?? ''])),
  )
}
