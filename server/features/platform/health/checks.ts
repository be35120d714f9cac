import { countWrongQuotas, findClock, findQueue } from './queries.ts'

/** The number of quotas that differ from their ledger. */
export const wrongQuotas = countWrongQuotas

/** The jobs by state. */
export const queueOf = findQueue

/** The database's time in ms. */
export const databaseClock = findClock
