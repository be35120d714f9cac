/**
 * Something that the person who starts the server can put right: wrong environment, busy port, closed folder. `message`
 * is one sentence that says what is wrong and what to do; it is shown alone, without a stack, and the process ends with
 * exit code 1. It never contains a password or a token.
 */
export class StartError extends Error {
  override name = 'StartError'
}

/** The words of a caught value, for the end of a sentence. */
export function reason(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reason(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
