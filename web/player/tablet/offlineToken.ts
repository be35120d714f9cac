/** In place of a session's token: its person was let in by the tablet alone. No server knows it. */
export const offlineToken = 'offline-on-this-tablet'
