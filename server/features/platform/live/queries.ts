import type { Client } from 'pg'

/** The channel of those who may have lost access. */
export const accessChannel = 'terazi_access'

/**
 * Has the database tell this connection, until it ends, of every client that something changes for, and of everybody who may
 * have lost access.
 */
export async function listenToClients(client: Client): Promise<void> {
  await client.query(`LISTEN terazi_client; LISTEN ${accessChannel}`)
}
