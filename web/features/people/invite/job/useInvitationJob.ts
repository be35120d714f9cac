import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/kit.ts'
import { getInvitationJob, type InvitationJob, type inviteEmails } from '#contract/people.ts'
import { api } from '../../../../app/api.ts'
import { ApiError } from '../../../../app/apiError.ts'
import { noteSeen } from '../../../../app/seenInvitations.ts'

const askEveryMs = 1000

interface Ends {
  /** The list was seen under way. */
  onRunning: () => void
  onDone: (result: AnswerOf<typeof inviteEmails>) => void
  onFailed: () => void
}

/** An import job, requested repeatedly until it has ended. */
export function useJob(clientId: string, jobId: string) {
  return useQuery({
    queryKey: ['invitationJob', clientId, jobId],
    queryFn: ({ signal }) => api(getInvitationJob, { params: { clientId, jobId }, signal }),
    enabled: jobId !== '',
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.finishedAt || isGone(state.error) ? false : askEveryMs),
  })
}

/** The server has forgotten the list: a day has passed. */
export const isGone = (error: Error | null) => error instanceof ApiError && error.code === 'not_found'

/** Follows an import job until it is done or was refused as a whole. */
export function useInvitationJob(clientId: string, jobId: string, ends: Ends) {
  const queries = useQueryClient()
  const [error, setError] = useState<Error | null>(null)
  const latest = useRef(ends)
  latest.current = ends
  const found = useJob(clientId, jobId)
  const job = found.data
  const gone = isGone(found.error) ? found.error : null

  useEffect(() => {
    if (jobId === '') return
    if (gone !== null) {
      setError(gone)
      latest.current.onFailed()
    }
    if (job && !job.finishedAt) latest.current.onRunning()
    if (job?.status === 'done') {
      // After a day the result is forgotten; the invited people are in the list of people.
      if (job.result === null) latest.current.onFailed()
      else latest.current.onDone(job.result)
    }
    if (job?.status === 'failed') {
      setError(failureOf(job))
      latest.current.onFailed()
    }
    if (job?.finishedAt) {
      // Somebody who saw it end here needs no message on every page.
      noteSeen(jobId)
      void queries.invalidateQueries({ queryKey: ['client', clientId] })
    }
  }, [job, gone, jobId, clientId, queries])

  return { progress: job, error, forget: () => setError(null) }
}

/** The error that the call itself would have answered with. */
export const failureOf = ({ problem }: InvitationJob) =>
  new ApiError({
    status: 409,
    code: problem?.code ?? 'internal_error',
    message: problem?.message ?? '',
    problem: problem?.details ?? {},
  })
