import { endOpenPractice } from '../../clock/practice-queries.ts'
import type { Effect } from './effect.ts'

/** Who answers does not practise: the allowance that a lost call left open is over. */
export const endPractice: Effect = async (db, { key, practising, answers }) => {
  if (practising && answers.length > 0) await endOpenPractice(db, key)
}
