import { writeAside } from '#server/backup/aside.ts'
import { scheduleJob } from '#server/jobs/define.ts'

/** Writes a backup each night, a while before anything is erased by the clock. The queue of jobs has one process do it. */
const backUp = scheduleJob({
  name: 'back_up',
  every: '40 0 * * *',
  async run({ log, config }) {
    const {
      backupDir: folder,
      directDatabaseUrl: url,
      slipKey,
      backupRecipient: recipient,
      backupKeep,
    } = config
    if (folder === undefined || url === undefined) return
    const start = performance.now()
    const { file, bytes } = await writeAside({ url, folder, slipKey, recipient, keep: backupKeep })
    log.info({ file, bytes, ms: Math.round(performance.now() - start) }, 'backup written')
  },
})

export const backupJobs = [backUp]
