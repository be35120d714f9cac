import { sql } from 'kysely'

/**
 * Whether a stored response answers anything: one that was taken back stays as an empty value, so that no older one can come
 * after it. For a query in which `value` is the column of responses.
 */
export const isAnswer = sql<boolean>`value NOT IN ('""', '[]', '{}')`

/**
 * Whether a stored response counts: it came in time, or it is among the late ones that were accepted. For a query of
 * responses in which `decided` is their attempt's result, if there is one.
 */
export const isCounted = sql<boolean>`(NOT late OR coalesce(
  decided.late_decision = 'accepted' AND stored_at <= decided.late_decided_at, false))`
