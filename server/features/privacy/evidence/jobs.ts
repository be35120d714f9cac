import { z } from 'zod'
import { day, locale } from '#contract/fields.ts'
import { clientOfJob } from '#server/authority/client.ts'
import { namedReaderOf } from '#server/features/inventories/recipients.ts'
import { fileJobKey, makeFile, progressOf } from '#server/features/platform/file-jobs/file-jobs.ts'
import { defineJob } from '#server/jobs/define.ts'
import { evidenceOf } from './evidence.ts'
import { evidencePage } from './page.ts'
import { findPeriod } from './period-queries.ts'
import { findReaderName } from './reader-queries.ts'
import { seal } from './sign.ts'

/** The input of evidence: the days, and the language of who asked. */
export const storedEvidence = z.strictObject({ from: day, to: day, locale })

/** Makes a client's evidence as a PDF, for the eyes of who asked. One at a time on all servers: it takes seconds of a core. */
export const makeEvidence = defineJob({
  name: 'make_evidence',
  payload: fileJobKey,
  maxAttempts: 4,
  queue: 'evidence',
  run: (key, deps, current) =>
    makeFile(key, deps, current, async (job) => {
      const { db, pdf, config } = deps
      const { locale, ...days } = storedEvidence.parse(job.request)
      const client = await clientOfJob(db, key.clientId)
      const period = await findPeriod(db, client, days)
      const named = await namedReaderOf(db, { userId: job.by }, client.id)
      let wanted = true
      const onPart = async (progress: { done: number; total: number }) => {
        current.signal.throwIfAborted()
        wanted = await progressOf(db, key, progress)
      }
      const evidence = await evidenceOf(db, client, period, { named, operator: config.operator, onPart })
      if (!wanted) return undefined
      const page = evidencePage(evidence, seal(evidence, config.slipKey), {
        locale,
        reader: await findReaderName(db, job.by),
      })
      return { file: await pdf.renderEvidence(page), facts: { named: [...named] } }
    }),
})

export const evidenceJobs = [makeEvidence]
