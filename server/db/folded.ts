import { sql } from 'kysely'

/** A column folded as foldText() folds what somebody searches for, so that SUKRU finds Şükrü. */
export const folded = (column: string) => sql`fold_text(${sql.ref(column)})`
