/** The router state of a visit to the wizard that shows the last list's result instead of a new list. */
export const showResult = { result: true } as const

export const asksForResult = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'result' in state && state.result === true
