import { createHmac, timingSafeEqual } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** What a drill came to: it lies beside the backups, so that the server knows of one that was done on another machine. */
export const drillReport = z.object({
  at: z.iso.datetime(),
  host: z.string().max(255),
  /** The name of the backup's file. */
  backup: z.string().max(255),
  ok: z.boolean(),
  faults: z.array(z.string()),
  seconds: z.number().min(0),
})
export type DrillReport = z.infer<typeof drillReport>

const signed = z.object({ report: drillReport, signature: z.string() })

export const drillReportName = 'drill.json'

/** Only who has the installation's key can make it, and a restore needs that key anyway. */
const signatureOf = (report: DrillReport, key: Buffer): Buffer =>
  createHmac('sha256', key)
    .update(`drill ${JSON.stringify(drillReport.parse(report))}`)
    .digest()

/** Writes the report of a drill in the place of the one before. */
export async function writeDrillReport(folder: string, key: Buffer, report: DrillReport): Promise<void> {
  const file = join(folder, drillReportName)
  const handle = await open(`${file}.part`, 'w', 0o640)
  try {
    const signature = signatureOf(report, key).toString('base64url')
    await handle.writeFile(`${JSON.stringify({ report, signature }, null, 1)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.part`, file)
}

/** The report of the last drill; undefined where there is none. @returns `unsigned` for one that this key didn't sign */
export async function readDrillReport(
  folder: string,
  key: Buffer,
): Promise<DrillReport | 'unsigned' | undefined> {
  const text = await readFile(join(folder, drillReportName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const { report, signature } = signed.parse(JSON.parse(text))
    const given = Buffer.from(signature, 'base64url')
    const wanted = signatureOf(report, key)
    return given.length === wanted.length && timingSafeEqual(given, wanted) ? report : 'unsigned'
  } catch {
    return 'unsigned'
  }
}
