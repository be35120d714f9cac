// Apart from the call, because the player reads them and loads no schemas.

/** Shorter than this the page was not left: a dialog of the device, a notification. */
export const shortestAbsenceSeconds = 2

/** The most signals that one call may send, and that one attempt may have. */
export const signalLimits = { call: 50, attempt: 200 } as const
