import { z } from 'zod'
import { roleTowardsClients } from '#contract/access.ts'
import type { Client, createClient as createClientCall } from '#contract/clients.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { inviteManager } from '#server/features/people/invite.ts'
import type { Caller } from '#server/http/caller.ts'
import { type Idempotency, once } from '#server/http/idempotency.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import { type ClientRow, findClients, insertClient } from './queries.ts'

const opened = z.object({ id: z.string() })

/** Opens an active client and invites its first manager, in one transaction. @returns its id */
export async function createClient(
  db: Database,
  caller: Caller,
  { managerName, managerEmail, managerPhone, supportContact, ...fields }: BodyOf<typeof createClientCall>,
  { address = '', idempotency }: { address?: string; idempotency?: Idempotency | undefined } = {},
): Promise<string> {
  const open = async (tx: Executor) => {
    const id = newId()
    await insertClient(tx, {
      ...{ ...fields, id, status: 'active' as const, created_by: caller.userId },
      ...(supportContact !== undefined && { support_contact: supportContact }),
    })
    const details = { status: 'active' }
    const actorId = caller.userId
    await recordAudit(tx, { action: 'client_created', actorId, clientId: id, address, details })
    const managers = await inviteManager(tx, {
      clientId: id,
      invitedBy: caller.userId,
      email: managerEmail,
      name: managerName,
      phone: managerPhone,
    })
    const invited = { reason: 'manager_invited', actorId, clientId: id, address }
    for (const { userId: subjectId } of managers)
      await recordAudit(tx, { action: 'role_changed', ...invited, subjectId })
    return { id }
  }
  const { id } = await db.transaction().execute((tx) =>
    once(
      tx,
      idempotency,
      () => open(tx),
      (stored) => opened.parse(stored),
    ),
  )
  return id
}

/** A client as this caller sees it. */
export async function clientObject(db: Database, caller: Caller, clientId: string): Promise<Client> {
  const { rows } = await findClients(db, { clientId, managerId: null }, 'name', { limit: 1, offset: 0 })
  const row = rows[0]
  if (row === undefined) throw new Error(`There is no client ${clientId}`)
  return toClient(row, caller)
}

export function toClient({ created_by, applied_by, ...shown }: ClientRow, caller: Caller): Client {
  return { ...serializeRow(shown), role: roleTowardsClients(caller) }
}
