/**
 * The one vocabulary of failures. A code is stable for integrators; its words live in locales/<lng>/errors.json
 * under the same name. The status belongs to the code, so a call can never answer the same failure in two ways.
 */
export const errorStatus = {
  invalid_request: 400,
  malformed_body: 400,
  invalid_credentials: 400,
  magic_link_invalid: 400,
  magic_link_expired: 400,
  invitation_completed: 400,
  reset_link_invalid: 400,
  reset_link_expired: 400,
  second_factor_required: 400,
  second_factor_setup_required: 400,
  second_factor_code_wrong: 400,
  second_factor_challenge_over: 400,
  not_authenticated: 401,
  forbidden: 403,
  not_found: 404,
  own_account: 409,
  nothing_to_confirm: 409,
  second_factor_on: 409,
  second_factor_off: 409,
  second_factor_enforced: 409,
  second_factor_missing: 409,
  client_not_active: 409,
  application_pending: 409,
  quota_exceeded: 409,
  already_assigned: 409,
  assignment_completed: 409,
  person_without_email: 409,
  reminded_recently: 409,
  no_late_answers: 409,
  consent_required: 409,
  assignment_closed: 409,
  attempt_submitted: 409,
  attempt_not_started: 409,
  consent_not_asked: 409,
  inventory_not_enabled: 409,
  inventory_not_sensitive: 409,
  report_not_ready: 409,
  nothing_to_open: 409,
  idempotency_key_reused: 409,
  contact_expired: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal_error: 500,
  service_unavailable: 503,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Failures that any call may answer; a contract entry lists only those of its own beside them. */
export const commonErrors = [
  'invalid_request',
  'malformed_body',
  'payload_too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal_error',
  'service_unavailable',
] as const satisfies readonly ErrorCode[]
