/** The state of a visit to the wizard that wants to see what came of the list before, and no new one. */
export const showResult = { result: true } as const

export const asksForResult = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'result' in state && state.result === true
