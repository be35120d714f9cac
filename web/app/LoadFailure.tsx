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
  /** Replaces the error's own message. */
  message?: string | undefined
}

/** Replaces something that could not be loaded, with a way to try again. */
export function LoadFailure({ of, title, message }: LoadFailureProps) {
  return <TableError {...failureOf(of, title, message)} />
}
