import { AsyncLocalStorage } from 'node:async_hooks'

/** The time and the statements that one request has spent in the database so far. */
export interface Spent {
  ms: number
  statements: number
}

const requests = new AsyncLocalStorage<Spent>()

/** Runs a request: its statements are added up in what is returned by it. */
export function spend(spent: Spent, run: () => void): void {
  requests.run(spent, run)
}

/** Adds a statement to the request that made it; a job's belongs to none. */
export function noteStatement(ms: number): void {
  const spent = requests.getStore()
  if (spent === undefined) return
  spent.ms += ms
  spent.statements += 1
}
