import { sql } from 'kysely'
import { listInventories } from '#contract/inventories.ts'
import type { Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { setPassword } from '#server/features/access/users/password-queries.ts'
import { hashPassword } from '#server/features/access/users/passwords.ts'
import { createAccount } from '#server/features/access/users/users.ts'
import { currentVersions } from '#server/features/inventories/versions.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { request } from './api.ts'
import { addEnablement } from './enablement.ts'
import type { TestServer } from './server.ts'

export interface Actor {
  readonly userId: string
  readonly email: string
  readonly token: string
}

/** The cast of the API tests: two clients with a manager each, the admins, and a stranger. */
export interface Cast {
  readonly anadolu: string
  readonly ege: string
  readonly manager: Actor
  readonly otherManager: Actor
  readonly admin: Actor
  readonly superuser: Actor
  readonly stranger: Actor
  /** Inventory ids by code. */
  readonly inventories: Readonly<Record<string, string>>
}

export const castPassword = 'kirmizi-kiremit-42'

let hashed: Promise<string> | undefined
/** An account with the cast's password, which is hashed once for all tests of a process: a hash costs more than all its other statements. */
export async function addAccount(
  db: Executor,
  account: Omit<Parameters<typeof createAccount>[1], 'password'>,
): Promise<string> {
  hashed ??= hashPassword(castPassword)
  const userId = await createAccount(db, { ...account, password: null })
  await setPassword(db, userId, await hashed)
  return userId
}

export async function castOf(server: TestServer, quota = 1000): Promise<Cast> {
  const { db } = server.database
  const actor = async (name: string, authority: ('admin' | 'superuser')[]): Promise<Actor> => {
    const email = `${name}@example.test`
    const userId = await addAccount(db, { email, name, authority, locale: 'en' })
    const token = await openSession(db, { userId, invitationClientId: null, remembered: false })
    return { userId, email, token }
  }
  const superuser = await actor('superuser', ['superuser'])
  const admin = await actor('admin', ['admin'])
  const manager = await actor('manager', [])
  const otherManager = await actor('other-manager', [])
  const stranger = await actor('stranger', [])
  const versions = await currentVersions(db)
  const client = async (name: string, managerId: string) => {
    const id = newId()
    await db
      .insertInto('clients')
      .values({
        id,
        name,
        email: 'hr@example.test',
        phone: '0232 000 00 00',
        status: 'active',
        created_by: admin.userId,
      })
      .execute()
    await db
      .insertInto('memberships')
      .values({
        client_id: id,
        id: newId(),
        user_id: managerId,
        role: 'manager',
        name,
        email: sql`(SELECT email FROM users WHERE id = ${managerId})`,
        search_text: '',
        removed_by: null,
      })
      .execute()
    for (const version of versions) {
      const { inventoryId } = version
      if (version.definition.sensitive) {
        const enablement = {
          clientId: id,
          inventoryId,
          legalBasis: 'test',
          enabledBy: admin.userId,
          recipients: [managerId],
          forCandidates: true,
        }
        await addEnablement(db, enablement)
      }
      if (quota > 0) {
        await addQuota(db, {
          clientId: id,
          inventoryId,
          quantity: quota,
          reason: 'test',
          addedBy: admin.userId,
        })
      }
    }
    return id
  }
  const anadolu = await client('Anadolu Gıda A.Ş.', manager.userId)
  const ege = await client('Ege Lojistik', otherManager.userId)
  const { answer } = await request(server.url, listInventories, { token: manager.token })
  const inventories = Object.fromEntries(answer.map((inventory) => [inventory.code, inventory.id]))
  return { anadolu, ege, manager, otherManager, admin, superuser, stranger, inventories }
}

/** The id of an inventory that has to be there. */
export function inventory(cast: Cast, code: string): string {
  const id = cast.inventories[code]
  if (id === undefined) throw new Error(`no inventory ${code}`)
  return id
}
