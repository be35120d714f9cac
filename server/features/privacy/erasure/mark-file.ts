import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Mark } from './all-marks.ts'
import { reasons } from './mark-queries.ts'

// The marks beside the backups: a line each, only ever added. A disaster takes those in the database with it.

export const markSchema = z.object({
  client: z.uuid(),
  subject: z.base64(),
  // Earlier files have none: what they name was erased whole.
  reason: z.enum(reasons).default('request'),
})

/** The first line, by which the file is known. */
const heading = '{"marks":"of erasures, one a line"}'

/** The name of the file in BACKUP_DIR. */
export const marksFileName = 'erasures.jsonl'

/**
 * The marks of such a file. Lines that were cut off by a crash are left out: the next time they are written again.
 * @returns undefined when the text is none, and when a whole line is no mark
 */
export function parseMarkLines(text: string): Mark[] | undefined {
  const lines = text.split('\n')
  // A crash may have cut off the first line of a new file.
  const start = lines.indexOf(heading)
  if (start < 0) return undefined
  const marks = z.array(markSchema).safeParse(
    lines
      .slice(start + 1)
      .filter(isJson)
      .map(parsed),
  )
  return marks.data
}

const parsed = (line: string): unknown => JSON.parse(line)

function isJson(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}

/**
 * Adds the marks that a file doesn't have yet, and returns when they are on the disk.
 * @returns how many were added
 */
export async function appendMarks(path: string, marks: AsyncIterable<Mark>): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'a+', 0o600)
  try {
    const text = await handle.readFile('utf8')
    const known = new Set((parseMarkLines(text) ?? []).map(nameOf))
    const fresh: string[] = []
    // The first reason stays: what a restore erases again has another one in the database.
    for await (const mark of marks) if (!known.has(nameOf(mark))) fresh.push(lineOf(mark))
    if (fresh.length === 0) return 0
    // What a crash has cut off stays alone on its line.
    const begin = text === '' || text.endsWith('\n') ? '' : '\n'
    const first = text.split('\n').includes(heading) ? [] : [heading]
    await handle.appendFile(`${begin}${[...first, ...fresh].join('\n')}\n`)
    await handle.sync()
    if (text === '') await syncFolder(dirname(path))
    return fresh.length
  } finally {
    await handle.close()
  }
}

const nameOf = ({ client, subject }: Mark) => `${client} ${subject}`
const lineOf = ({ client, subject, reason }: Mark) => JSON.stringify({ client, subject, reason })

async function syncFolder(folder: string): Promise<void> {
  const handle: FileHandle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
