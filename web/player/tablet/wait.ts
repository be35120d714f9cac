/** The longest wait for the connection before the next person may go on. */
export const longestWaitMs = 30_000
