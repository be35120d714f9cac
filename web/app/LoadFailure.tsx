import { TableError } from '../ui/table/TableStates.tsx'
import { ApiError, errorMessage } from './apiError.ts'

interface Asked {
  readonly error: unknown
  readonly refetch: () => unknown
}

/** Why a query has no answer, and the way to ask again. */
export const failureOf = ({ error, refetch }: Asked, title: string, message = errorMessage(error)) => ({
  title,
  message,
  requestId: error instanceof ApiError ? error.requestId : undefined,
  onRetry: () => void refetch(),
})

interface LoadFailureProps {
  /** A query. */
  of: Asked
  title: string
  /** In place of the error's own. */
  message?: string | undefined
}

/** In the place of what could not be loaded. */
export function LoadFailure({ of, title, message }: LoadFailureProps) {
  return <TableError {...failureOf(of, title, message)} />
}
