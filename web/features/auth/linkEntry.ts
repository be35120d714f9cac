import { entryPath } from '../../app/access.ts'
import { ApiError, errorMessage } from '../../app/apiError.ts'
import { paths } from '../../app/paths.ts'
import type { Outcome } from './LinkOutcome.tsx'

/** What a refusal means for the person; only a link whose answer never came may be tried again. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'failed', message: errorMessage(error), again: false }
  if (error.code === 'magic_link_expired') return { kind: 'expired' }
  if (error.code === 'magic_link_invalid' || error.status === 404) return { kind: 'invalid' }
  if (error.code === 'invitation_completed') {
    const { receipt } = error.problem
    return { kind: 'completed', receipt: typeof receipt === 'string' ? receipt : undefined }
  }
  const again = error.status === 0 || error.status === 429 || error.status >= 500
  return { kind: 'failed', message: error.message, again, requestId: error.requestId }
}

/** People who come by a link see a greeting before any question. */
export function greetedPath(user: unknown): string {
  const entry = entryPath(user)
  return entry === paths.myAssignments ? paths.greeting : entry
}
