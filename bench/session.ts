import { authToken } from '#contract/auth.ts'
import type { Database } from '#server/db/database.ts'
import { demoPassword } from '#server/demo/seed.ts'
import type { RunningServer } from './server.ts'

/** @returns the token of one of the demo's accounts */
export async function signIn(server: RunningServer, name: 'admin' | 'manager'): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/auth-token/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `${name}@demo.test`, password: demoPassword }),
  })
  return authToken.answer.json.parse(await answer.json()).token
}

/** The manager of the demo's first client who may change something. */
export async function findManager(db: Database): Promise<{ clientId: string; userId: string }> {
  return db
    .selectFrom('memberships')
    .innerJoin('clients', 'clients.id', 'memberships.client_id')
    .select(['memberships.client_id as clientId', 'memberships.user_id as userId'])
    .where('clients.name', '=', 'Anadolu Gıda A.Ş.')
    .where('memberships.role', '=', 'manager')
    .where('memberships.reader', '=', false)
    .executeTakeFirstOrThrow()
}
