import { getSlipJob, slipJobPdf, slipsPdf, startSlipJob } from '#contract/slips.ts'
import { onClient } from '#server/authority/client.ts'
import type { Route } from '#server/http/subject.ts'
import { slipJob, slipJobFile, startSlips } from './jobs.ts'
import { slipsAtOnce } from './slips.ts'

export const slipRoutes: readonly Route[] = [
  onClient.run(slipsPdf, slipsAtOnce),
  onClient.write(startSlipJob, startSlips),
  onClient.read(getSlipJob, slipJob),
  onClient.run(slipJobPdf, slipJobFile),
]
