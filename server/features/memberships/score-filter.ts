import { sql } from 'kysely'
import { id } from '#contract/fields.ts'
import { among } from '#server/db/among.ts'
import { FieldFailure } from '#server/http/failure.ts'

/** The conditions on a score of one test. */
export interface ScoreFilter {
  inventory?: string | undefined
  /** The key of a score of the one test in `inventory`. */
  score?: string | undefined
  band?: string | undefined
  score_from?: number | undefined
  score_to?: number | undefined
}

/**
 * Refuses a band or a range without the score that it is about: it would leave nobody out, and a call would change everybody.
 * @throws FieldFailure
 */
export function refuseLooseBounds({ score, band, score_from, score_to }: ScoreFilter): void {
  if (score === undefined && (band || score_from !== undefined || score_to !== undefined))
    throw new FieldFailure({ score: { key: 'required' } })
}

/**
 * The conditions of a filter on its score: on a row `s` of result_scores of the one test that the filter names.
 * @throws FieldFailure where it names none or several tests
 */
export function scoreFilter({ inventory, score, band, score_from, score_to }: ScoreFilter) {
  if (!id.safeParse(inventory).success) throw new FieldFailure({ inventory: { key: 'one_test' } })
  const conditions = [sql`s.inventory_id = ${inventory} AND s.key = ${score}`]
  if (band) conditions.push(among('s.band', band.split(',')))
  if (score_from !== undefined) conditions.push(sql`s.value >= ${score_from}`)
  if (score_to !== undefined) conditions.push(sql`s.value <= ${score_to}`)
  return sql`${sql.join(conditions, sql` AND `)}`
}
