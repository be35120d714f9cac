import { clientOfJob } from '#server/authority/client.ts'
import type { Tx } from '#server/db/database.ts'
import { fileJobKey, type JobKey, makeFile } from '#server/features/platform/file-jobs/file-jobs.ts'
import {
  dropReports,
  type PlacedPart,
  partCopies,
  partEntries,
  storePart,
  unmadeParts,
} from '#server/features/platform/file-jobs/parts.ts'
import { hashOf, keepCopies } from '#server/features/results/copies/copies.ts'
import { Failure } from '#server/http/failure.ts'
import { defineJob } from '#server/jobs/define.ts'
import { giveWay } from '#server/jobs/give-way.ts'
import { bindBook, endZip } from './bind.ts'
import { type Drawn, drawReport } from './draw.ts'
import { FileNames } from './file-names.ts'
import { type Making, partEntry, storedReports } from './files.ts'
import { localHeader, zipEntry } from './zip.ts'

/**
 * Makes a file of many reports. Each is stored as soon as it is drawn, so that a restart goes on with the next. One file at a time
 * on all servers: it keeps a core busy.
 */
export const printReports = defineJob({
  name: 'print_reports',
  payload: fileJobKey,
  // Each stop of the server counts as a run.
  maxAttempts: 10,
  queue: 'reports',
  run: (key, deps, current) =>
    makeFile(key, deps, current, async (job) => {
      const asked = storedReports.parse(job.request)
      const client = await clientOfJob(deps.db, key.clientId)
      if (!(await makeParts(key, { client, asked, deps, current }))) return undefined
      const made = await (asked.as === 'zip' ? endZip : bindBook)(key, { client, asked, deps, current })
      if (made === undefined) return undefined
      if (made.reports === 0) throw new Failure('no_reports')
      return {
        facts: { size: made.size },
        atEnd: (tx) => keepAll(tx, key, made.sha256),
      }
    }),
})

export const reportFileJobs = [printReports]

/** Draws what is still to be made, the next one while this one is stored. @returns false when the job was ended meanwhile */
async function makeParts(key: JobKey, { client, asked, deps, current }: Making): Promise<boolean> {
  const { db, config } = deps
  const used: string[] = []
  for await (const { entry } of partEntries(db, config.slipKey, key)) {
    const made = partEntry.parse(entry)
    if (made !== null) used.push(made.path)
  }
  const names = new FileNames(used)
  const parts = await unmadeParts(db, key)
  const draw = (part: PlacedPart | undefined) => {
    const drawn = part && drawReport(deps, client, asked, part)
    // A failure is thrown when its turn comes; until then it isn't unhandled.
    drawn?.catch(() => undefined)
    return drawn
  }
  let ahead = draw(parts[0])
  for (const [at, part] of parts.entries()) {
    current.signal.throwIfAborted()
    await giveWay()
    const drawn = await ahead
    ahead = draw(parts[at + 1])
    if (!(await storeDrawn(key, part, drawn, names, { asked, deps }))) {
      // The job has ended, so the next drawing is nobody's; it only shouldn't outlive the job.
      await Promise.allSettled([ahead])
      return false
    }
  }
  return true
}

async function storeDrawn(
  key: JobKey,
  part: PlacedPart,
  drawn: Drawn | undefined,
  names: FileNames,
  { asked, deps: { db, config } }: Pick<Making, 'asked' | 'deps'>,
): Promise<boolean> {
  const store = (entry: unknown, made?: { bytes: Uint8Array; sha256: Buffer }) =>
    db.transaction().execute((tx) => storePart(tx, config.slipKey, key, part, { entry, made }))
  if (drawn === undefined) return store(null)
  const { pdf, ...facts } = drawn
  const zipped = zipEntry(names.pathOf(facts), pdf, new Date(asked.at))
  const { path, crc, size } = zipped
  const bytes = asked.as === 'zip' ? Buffer.concat([localHeader(zipped), pdf]) : pdf
  return store({ ...facts, path, crc, size }, { bytes, sha256: hashOf(pdf) })
}

/** @param sha256 of the whole file, where the reports are pages of one */
async function keepAll(tx: Tx, key: JobKey, sha256: Buffer | undefined): Promise<void> {
  const copies = await partCopies(tx, key)
  await keepCopies(
    tx,
    key.clientId,
    copies.map((copy) => ({
      id: copy.copyId,
      assignmentId: copy.assignmentId,
      sha256: sha256 ?? copy.sha256,
    })),
  )
  if (sha256 !== undefined) await dropReports(tx, key)
}
