import { z } from 'zod'
import { isOperator, roleTowardsClients } from '#contract/access.ts'
import type { Client, createClient as createClientCall, listClients } from '#contract/clients.ts'
import type { BodyOf, QueryOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { inviteManager } from '#server/features/people/invite.ts'
import type { Caller } from '#server/http/caller.ts'
import { sliceOf } from '#server/http/pages.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import type { Actor } from '#server/http/subject.ts'
import { type ClientRow, findClients, insertClient } from './queries.ts'

/** The result that is kept of opening a client. */
export const opened = z.object({ id: z.string() })

/** Opens an active client and invites its first manager. */
export async function createClient(
  tx: Tx,
  _platform: undefined,
  { managerName, managerEmail, managerPhone, supportContact, ...fields }: BodyOf<typeof createClientCall>,
  actor: Pick<Actor, 'userId' | 'address'>,
): Promise<z.infer<typeof opened>> {
  const id = newId()
  await insertClient(tx, {
    ...fields,
    id,
    status: 'active' as const,
    created_by: actor.userId,
    ...(supportContact !== undefined && { support_contact: supportContact }),
  })
  const details = { status: 'active' }
  await recordAudit(tx, { action: 'client_created', by: actor, clientId: id, details })
  const managers = await inviteManager(tx, {
    clientId: id,
    invitedBy: actor.userId,
    email: managerEmail,
    name: managerName,
    phone: managerPhone,
  })
  const invited = { reason: 'manager_invited', by: actor, clientId: id }
  for (const { userId: subjectId } of managers)
    await recordAudit(tx, { action: 'role_changed', ...invited, subjectId })
  return { id }
}

/** The clients that the caller may work for, one page of them. */
export async function clientObjects(
  db: Executor,
  _platform: undefined,
  query: QueryOf<typeof listClients>,
  { caller }: Actor,
): Promise<{ count: number; rows: Client[] }> {
  const manager = isOperator(caller) ? null : caller
  const filter = { manager, readerId: manager?.userId ?? null, search: query.search, status: query.status }
  const { count, rows } = await findClients(db, filter, query.ordering ?? 'name', sliceOf(query))
  return { count, rows: rows.map((row) => toClient(row, caller)) }
}

/** A client as this caller sees it. */
export async function clientObject(db: Executor, caller: Caller, clientId: string): Promise<Client> {
  const filter = { clientId, manager: null, readerId: isOperator(caller) ? null : caller.userId }
  const { rows } = await findClients(db, filter, 'name', { limit: 1, offset: 0 })
  const row = rows[0]
  if (row === undefined) throw new Error(`There is no client ${clientId}`)
  return toClient(row, caller)
}

function toClient(
  { created_by, applied_by, reader, synthetic, ...shown }: ClientRow,
  caller: Caller,
): Client {
  return {
    ...serializeRow(shown),
    ...(reader && { quota: 0 }),
    role: roleTowardsClients(caller),
    access: reader ? 'reader' : 'full',
  }
}
