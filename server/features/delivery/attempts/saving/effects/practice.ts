import { endOpenPractice } from '../../clock/practice-queries.ts'
import type { Effect } from './effect.ts'

/** Ends an allowance for practice that a lost call left open: a person who answers is not practising. */
export const endPractice: Effect = async (db, { key, practising, answers }) => {
  if (practising && answers.length > 0) await endOpenPractice(db, key)
}
