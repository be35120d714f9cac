import { createHash } from 'node:crypto'
import type { Executor } from '#server/db/database.ts'
import { addJob } from '#server/jobs/add.ts'
import { deviceOf } from './devices.ts'
import { sendNewDevice } from './jobs.ts'
import { deleteOldDevices, noteDevice } from './queries.ts'

/**
 * Remembers the device of a sign-in, and mails its owner when it is new: in the same transaction, so that no session is
 * opened without a mail. Of somebody's first sign-in ever there is nothing to tell. Versions are no part of a device: a
 * browser that updates itself is the same one.
 */
export async function noticeDevice(tx: Executor, userId: string, userAgent: string): Promise<void> {
  const device = deviceOf(userAgent)
  const fingerprint = createHash('sha256').update(`${userId}|${device.browser}|${device.system}`).digest()
  const { any, known } = await noteDevice(tx, userId, fingerprint)
  if (any && !known) await addJob(tx, sendNewDevice, { userId, ...device })
}

/** Forgets devices that would be taken for new ones anyhow. */
export async function sweepDevices(db: Executor): Promise<void> {
  await deleteOldDevices(db)
}
