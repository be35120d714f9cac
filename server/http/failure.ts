import { type ErrorCode, errorStatus } from '#contract/errors.ts'
import type { Variables } from '#server/locales.ts'

/** Something a caller can act on. Thrown by access checks and verbs; http/problems.ts turns it into problem+json. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: ErrorCode
  readonly status: number
  /** Added to the standard members of the problem, such as the receipt of a completed invitation. */
  readonly details: Record<string, unknown>
  /** Values for the placeholders of the code's text. */
  readonly variables: Variables
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    options: {
      details?: Record<string, unknown>
      variables?: Variables
      retryAfterSeconds?: number
    } = {},
  ) {
    super(code)
    this.code = code
    this.status = errorStatus[code]
    this.details = options.details ?? {}
    this.variables = options.variables ?? {}
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

/** The refusal of all but superusers while a restored installation is held. */
export const heldFailure = (): Failure =>
  new Failure('held', { retryAfterSeconds: 60, details: { reason: 'held' } })

/** A field's complaint that only a verb can make; `key` is a text of locales/<lng>/validation.json. */
export class FieldFailure extends Failure {
  readonly fields: Record<string, { key: string; variables?: Record<string, string | number> }>

  constructor(fields: FieldFailure['fields']) {
    super('invalid_request')
    this.fields = fields
  }
}
