import { z } from 'zod'
import { sealAudit } from '#server/audit/seal.ts'
import { defineJob } from '#server/jobs/define.ts'

/** Seals the audit log, so that a later change of it is found. */
export const sealByTheClock = defineJob({
  name: 'seal_audit',
  payload: z.unknown(),
  async run(_payload, { db, log, config }) {
    const entries = await sealAudit(db, config.slipKey)
    if (entries > 0) log.info({ entries }, 'sealed audit entries')
  },
})
