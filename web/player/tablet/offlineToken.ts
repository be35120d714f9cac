/** Replaces a session's token if the tablet alone let the person in. No server knows it. */
export const offlineToken = 'offline-on-this-tablet'
