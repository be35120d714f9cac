import { z } from 'zod'
import { roleTowardsClients } from '#contract/access.ts'
import type { Client } from '#contract/clients.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { recordAudit } from '#server/features/audit/audit.ts'
import { inviteManager } from '#server/features/people/invite.ts'
import type { Caller } from '#server/http/caller.ts'
import { type Idempotency, once } from '#server/http/idempotency.ts'
import { type ClientRow, findClients, insertClient } from './queries.ts'

export interface NewClient {
  name: string
  email: string
  phone: string
  managerName: string
  managerEmail: string
  managerPhone: string
}

const opened = z.object({ id: z.string() })

/** Opens an active client and invites its first manager, in one transaction. @returns its id */
export async function createClient(
  db: Database,
  caller: Caller,
  client: NewClient,
  { address = '', idempotency }: { address?: string; idempotency?: Idempotency | undefined } = {},
): Promise<string> {
  const open = async (tx: Executor) => {
    const id = newId()
    await insertClient(tx, {
      id,
      name: client.name,
      email: client.email,
      phone: client.phone,
      createdBy: caller.userId,
    })
    const details = { status: 'active' }
    const actorId = caller.userId
    await recordAudit(tx, { action: 'client_created', actorId, clientId: id, address, details })
    const managers = await inviteManager(tx, {
      clientId: id,
      invitedBy: caller.userId,
      email: client.managerEmail,
      name: client.managerName,
      phone: client.managerPhone,
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
  return present(row, caller)
}

export function present(row: ClientRow, caller: Caller): Client {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    managerName: row.manager_name ?? '',
    managerEmail: row.manager_email ?? '',
    managerEmailVerified: row.manager_email_verified ?? false,
    managerPhone: row.manager_phone ?? '',
    quota: row.quota,
    people: row.people,
    role: roleTowardsClients(caller),
    status: row.status,
    timeZone: row.time_zone,
    reminderDays: row.reminder_days,
    createdAt: row.created_at.toISOString(),
  }
}
