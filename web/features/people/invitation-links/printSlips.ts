import type { BodyIn } from '#contract/kit.ts'
import {
  getSlipJob,
  maxSlipsAtOnce,
  nextSlips,
  type SlipJob,
  slipJobPdf,
  slipsPdf,
  startSlipJob,
} from '#contract/slips.ts'
import { api, apiFile } from '../../../app/api.ts'
import { ApiError } from '../../../app/apiError.ts'

const askEveryMs = 1000

interface Printed {
  file: Awaited<ReturnType<typeof apiFile>>
  slips: number
  /** The place after which the next file begins; null with the last one. */
  next: string | null
}

/**
 * One file of slips: a few are answered at once, for more of them a job is followed until its file is there.
 * @param people how many at most
 */
export async function printSlips(
  asked: { clientId: string; body: BodyIn<typeof startSlipJob>; people: number },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (job: SlipJob) => void },
): Promise<Printed> {
  const { clientId, body, people } = asked
  if (people <= maxSlipsAtOnce) {
    const file = await apiFile(slipsPdf, { params: { clientId }, body, signal })
    return { file, slips: people, next: file.headers.get(nextSlips) }
  }
  let job = await api(startSlipJob, { params: { clientId }, body, signal })
  const params = { clientId, jobId: job.id }
  while (job.finishedAt === null) {
    onProgress(job)
    await new Promise((resolve) => setTimeout(resolve, askEveryMs))
    job = await api(getSlipJob, { params, signal }).catch(goOnOffline(job))
  }
  if (job.problem !== null) throw new ApiError({ status: 409, ...job.problem, problem: {} })
  onProgress(job)
  return { file: await apiFile(slipJobPdf, { params, signal }), slips: job.total, next: job.next }
}

/** A moment without network or server doesn’t end the job. */
const passing = ['network', 'timeout', 'service_unavailable']
const goOnOffline = (job: SlipJob) => (error: unknown) => {
  if (error instanceof ApiError && passing.includes(error.code)) return job
  throw error
}
