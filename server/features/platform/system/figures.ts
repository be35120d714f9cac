import type { Executor } from '#server/db/database.ts'
import { type Figures, findFigures } from './queries.ts'

export type { Figures }

/** The figures of the database and of the work in the background, now. */
export const readFigures = (db: Executor): Promise<Figures> => findFigures(db)
