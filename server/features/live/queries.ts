import type { Client } from 'pg'

/** Has the database tell this connection, until it ends, of every client that something changes for. */
export async function listenToClients(client: Client): Promise<void> {
  await client.query('LISTEN terazi_client')
}
