import { sql } from 'kysely'

/**
 * The white space that JavaScript's trim removes: a gap with nothing else in it was not filled in
 * (scoring/responses/responses.ts, isBlank).
 */
const spaces =
  ' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'

/**
 * True for a stored response that answers anything: one that was taken back stays as an empty value, so that no older
 * one can come after it. For a query in which `value` is the column of responses.
 */
export const isAnswer = sql<boolean>`CASE jsonb_typeof(value)
  WHEN 'object' THEN EXISTS (SELECT FROM jsonb_each_text(value) AS part (id, said) WHERE btrim(said, ${spaces}) <> '')
  ELSE value NOT IN ('""', '[]') END`

/**
 * True for a stored late response that could change a result: a blank is one only where it takes back what was answered
 * in time. For a query in which `responses` is named so.
 */
export const isLateAnswer = (
  named: 'responses' | 'p',
) => sql<boolean>`(${sql.ref(`${named}.late`)} AND (${isAnswer} OR EXISTS (
  SELECT FROM responses timely
  WHERE timely.client_id = ${sql.ref(`${named}.client_id`)} AND timely.attempt_id = ${sql.ref(`${named}.attempt_id`)}
    AND timely.item_id = ${sql.ref(`${named}.item_id`)} AND NOT timely.late AND ${isAnswer})))`

/**
 * True for a stored response to a question that everybody gets: those of sensitive scales are in no number that managers
 * see, because it would show who was asked. For a query in which `v` is the attempt's version.
 */
export const isOpen = sql<boolean>`item_id <> ALL (v.sensitive_items)`

/**
 * True for a stored response that counts: it came in time, or it is among the late ones that were accepted. For a query
 * of responses in which `decided` is their attempt's result, if there is one.
 */
export const isCounted = sql<boolean>`(NOT late OR coalesce(
  decided.late_decision = 'accepted' AND stored_at <= decided.late_decided_at, false))`
