import { sql } from 'kysely'

/**
 * Whether a stored response answers anything: one that was taken back stays as an empty value, so that no older one can come
 * after it. For a query in which `value` is the column of responses.
 */
export const isAnswer = sql<boolean>`value NOT IN ('""', '[]', '{}')`
