import { markUsed } from '../../clock/time-queries.ts'
import type { Effect } from './effect.ts'

/** Notes with the attempt’s conditions whether text was read aloud and whether the next item followed automatically. */
export const noteDeviceUse: Effect = (db, { key, used }) => markUsed(db, key, used)
