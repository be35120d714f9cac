import { usersMe } from '#contract/auth.ts'
import { type Connections, connect } from '#server/db/database.ts'
import { openSession } from '#server/features/access/sessions/sessions.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import { request } from '#test/support/api.ts'
import { addAssignment, addClient, addMember } from '#test/support/invited.ts'
import { addRunning, addTaker } from '#test/support/taking.ts'
import { prepareDay } from './tablets.ts'

interface Wanted {
  readonly people: number
  /** A sixteenth of it is the number of tests that each of them has beside the first. */
  readonly kills: number
  readonly browsers?: number
}

/**
 * A client with its manager, people who take their turns at each device, and a test day. Of a database that an older version
 * made, that version's own copy of this file prepares it.
 */
export async function prepareScene(
  { url, databaseUrl }: { url: string; databaseUrl: string },
  wanted: Wanted,
) {
  const database = connect(databaseUrl, 4, () => undefined)
  try {
    return await prepare({ url, database }, wanted)
  } finally {
    await database.close()
  }
}

async function prepare(at: { url: string; database: Connections }, { people, kills, browsers = 0 }: Wanted) {
  const { db } = at.database
  const clientId = await addClient(db)
  // The first one shows what there is to choose, and is nobody's.
  const { choices } = await addRunning(at, await addClient(db), 'ENGLISH')
  const queues = []
  for (let number = 0; number < people; number += 1) {
    const queue = []
    for (let turn = 0; turn <= kills / 16; turn += 1) {
      const taker = await addTaker(at, clientId)
      const assignmentId = await addAssignment(db, clientId, taker, { code: 'ENGLISH' })
      const user = number < browsers ? (await request(at.url, usersMe, { token: taker.token })).answer : null
      queue.push({ token: taker.token, user, assignmentId, choices })
    }
    queues.push(queue)
  }
  const manager = await addMember(db, clientId, { role: 'manager' })
  const session = { userId: manager.userId, invitationClientId: null, remembered: false }
  const token = await openSession(db, session)
  const { id: inventoryId } = await db
    .selectFrom('inventories')
    .where('code', '=', 'ENGLISH')
    .select('id')
    .executeTakeFirstOrThrow()
  const onDay = 8 + kills
  const quota = { clientId, inventoryId, quantity: onDay, reason: 'test', addedBy: manager.userId }
  await addQuota(db, quota)
  const day = await prepareDay({ ...at, clientId, token, inventoryId }, onDay)
  return { queues, day: { ...day, choices }, manager: { clientId, token } }
}
