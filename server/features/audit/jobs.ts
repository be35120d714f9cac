import { sealAudit } from '#server/audit/seal.ts'
import { scheduleJob } from '#server/jobs/define.ts'

/** Seals the audit log, so that a later change of it is found. */
export const scheduledSealing = scheduleJob({
  name: 'seal_audit',
  every: '29 * * * *',
  async run({ db, log, config }) {
    const entries = await sealAudit(db, config.slipKey)
    if (entries > 0) log.info({ entries }, 'sealed audit entries')
  },
})

export const auditJobs = [scheduledSealing]
