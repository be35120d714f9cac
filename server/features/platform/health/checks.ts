import { countWrongQuotas } from './queries.ts'

/** The number of quotas that differ from their ledger. */
export const wrongQuotas = countWrongQuotas
