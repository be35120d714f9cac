import type { BodyOf } from '#contract/kit.ts'
import { readSetupCode } from '#contract/setupCode.ts'
import type { registerTablet } from '#contract/tablets.ts'
import { maxTestDayTablets } from '#contract/test-days.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type AuthorizedClient, clientOfJob } from '#server/authority/client.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import type { By } from '#server/features/assignments/record.ts'
import { Failure } from '#server/http/failure.ts'
import { hashSecret } from '#server/secrets.ts'
import { networkOf } from '#server/throttles/network.ts'
import { take } from '#server/throttles/throttles.ts'
import { deriveSoon } from './codes.ts'
import { lockOpenDay } from './days.ts'
import { pinLimitReached } from './pins.ts'
import { type DayRow, findDay } from './queries.ts'
import { hashSetupCode, newTabletToken, setupCodeOf } from './secrets.ts'
import { deleteUnused, findUnused, holdSetupCode, insertSetupCode, markUsed } from './setup-queries.ts'
import { findTablets, insertTablet, replaceToken } from './tablet-queries.ts'

interface Made {
  by: By
  slipKey: Buffer
}

type CodeAction = 'setup_codes_made' | 'setup_code_renewed' | 'setup_code_revoked'

const record = (
  tx: Executor,
  action: CodeAction,
  client: AuthorizedClient,
  { day, by, quantity }: { day: DayRow; by: By; quantity?: number },
) =>
  recordAudit(tx, {
    ...{ action, actorId: by.userId, clientId: client.id, address: by.address },
    details: { place: day.place, day: day.day, ...(quantity !== undefined && { quantity }) },
  })

/** Makes codes for tablets. @throws Failure test_day_over, too_many_tablets */
export async function addSetupCodes(
  tx: Executor,
  client: AuthorizedClient,
  testDayId: string,
  { quantity, by, slipKey }: Made & { quantity: number },
): Promise<void> {
  const day = await lockOpenDay(tx, { clientId: client.id, id: testDayId })
  const key = { clientId: client.id, testDayId }
  const free = maxTestDayTablets - (await findTablets(tx, key)).length - (await findUnused(tx, key)).length
  if (quantity > free)
    throw new Failure('too_many_tablets', {
      variables: { limit: maxTestDayTablets, free: Math.max(0, free) },
    })
  for (let n = 0; n < quantity; n += 1) await insert(tx, { ...key, id: newId(), turn: 0 }, slipKey)
  await record(tx, 'setup_codes_made', client, { day, by, quantity })
}

const insert = (
  tx: Executor,
  code: { clientId: string; testDayId: string; id: string; turn: number },
  slipKey: Buffer,
) => insertSetupCode(tx, { ...code, codeHash: hashSetupCode(slipKey, setupCodeOf(slipKey, code)) })

/** Replaces a code that was not used. @throws Failure test_day_over, not_found */
export async function replaceSetupCode(
  tx: Executor,
  client: AuthorizedClient,
  key: { testDayId: string; id: string },
  { by, slipKey }: Made,
): Promise<void> {
  const day = await lockOpenDay(tx, { clientId: client.id, id: key.testDayId })
  const before = await deleteUnused(tx, { clientId: client.id, ...key })
  if (before === undefined) throw new Failure('not_found')
  await insert(tx, { clientId: client.id, ...key, turn: before.turn + 1 }, slipKey)
  await record(tx, 'setup_code_renewed', client, { day, by })
}

/** Withdraws a code that was not used. @throws Failure not_found */
export async function withdrawSetupCode(
  tx: Executor,
  client: AuthorizedClient,
  { day, id, by }: { day: DayRow; id: string; by: By },
): Promise<void> {
  if ((await deleteUnused(tx, { clientId: client.id, testDayId: day.id, id })) === undefined)
    throw new Failure('not_found')
  await record(tx, 'setup_code_revoked', client, { day, by })
}

/** Wrong codes of one network in a quarter of an hour, and of all networks in a minute, as with slips. */
const maxWrong = { network: 300, overall: 1000 }

/**
 * Makes a device a tablet of a day. The PIN has no part in it.
 * @throws Failure setup_code_invalid, alike for an unknown, a used and a withdrawn code; test_day_over, too_many_requests
 */
export async function register(
  db: Database,
  slipKey: Buffer,
  body: BodyOf<typeof registerTablet>,
  address: string,
): Promise<string> {
  const recordPace = () =>
    recordAudit(db, { action: 'sign_in_refused', reason: 'too_many_requests', actorId: null, address })
  // Counted before the code is looked up, so that a burst is refused and not only its end.
  const network = { key: `setup-code:${networkOf(address)}`, atMost: maxWrong.network, seconds: 15 * 60 }
  const giveBack = await take(db, [network], recordPace)
  const codeHash = hashSetupCode(slipKey, readSetupCode(body.code))
  const token = await db
    .transaction()
    .execute((tx) => useCode(tx, codeHash, body, address))
    .catch(async (error: unknown) => {
      // The code was right.
      await giveBack()
      throw error
    })
  if (token === undefined) {
    // A right code still works beyond this limit: a stranger must not be able to keep supervisors out.
    await take(db, [{ key: 'setup-code', atMost: maxWrong.overall, seconds: 60 }], recordPace)
    throw new Failure('setup_code_invalid')
  }
  await giveBack()
  return token
}

/** Uses a code up. @returns the token of the tablet; undefined where there is no such code, or another device has used it */
async function useCode(
  tx: Executor,
  codeHash: Buffer,
  { name, room = '', device }: BodyOf<typeof registerTablet>,
  address: string,
): Promise<string | undefined> {
  const code = await holdSetupCode(tx, codeHash)
  if (code === undefined) return undefined
  const { clientId, testDayId } = code
  const key = { clientId, id: code.tabletId ?? newId() }
  const token = newTabletToken(key)
  const hashes = { tokenHash: hashSecret(token), deviceHash: hashSecret(device) }
  // The same device again: the first answer was lost.
  if (code.tabletId !== null) return (await replaceToken(tx, { ...key, ...hashes })) ? token : undefined
  const client = await clientOfJob(tx, clientId)
  const day = await findDay(tx, client, testDayId)
  if (day === undefined) throw new Error(`There is no test day ${testDayId}`)
  if (day.state === 'over') throw new Failure('test_day_over')
  const pending = pinLimitReached(day)
  await insertTablet(tx, { ...key, ...hashes, testDayId, name, room, pending })
  await markUsed(tx, codeHash, key.id)
  await deriveSoon(tx, clientId)
  const details = { place: day.place, day: day.day, name }
  const entry = { actorId: null, clientId, address, details }
  await recordAudit(tx, { ...entry, action: 'tablet_added' })
  if (pending) await recordAudit(tx, { ...entry, action: 'tablet_pending' })
  return token
}
