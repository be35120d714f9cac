import { join } from 'node:path'
import { z } from 'zod'
import type { Executor } from '#server/db/database.ts'
import { addJob } from '#server/jobs/add.ts'
import { defineJob } from '#server/jobs/define.ts'
import { allMarks } from './all-marks.ts'
import { appendMarks, marksFileName } from './mark-file.ts'
import { type Erasure, insertErasure, insertErasures } from './mark-queries.ts'

/** Adds to the file beside the backups what was erased since. One at a time, on however many servers. */
export const writeErasureMarks = defineJob({
  name: 'write_erasure_marks',
  payload: z.strictObject({}),
  queue: 'erasure_marks',
  async run(_payload, { db, log, config }) {
    if (config.backupDir === undefined) return
    const added = await appendMarks(join(config.backupDir, marksFileName), allMarks(db))
    log.debug({ added }, 'marks of erasures written beside the backups')
  },
})

/** Leaves the mark of an erasure, here and beside the backups, within the caller's transaction: there as soon as it has committed. */
export async function markErased(tx: Executor, erasure: Erasure): Promise<void> {
  await insertErasure(tx, erasure)
  await writeSoon(tx)
}

/** As markErased() for many. */
export async function markManyErased(
  tx: Executor,
  erasures: Parameters<typeof insertErasures>[1],
): Promise<void> {
  await insertErasures(tx, erasures)
  await writeSoon(tx)
}

const writeSoon = (tx: Executor) => addJob(tx, writeErasureMarks, {}, { jobKey: 'erasure_marks' })
