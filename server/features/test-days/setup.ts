import type { BodyOf } from '#contract/kit.ts'
import { readSetupCode } from '#contract/setupCode.ts'
import type { registerTablet as registerTabletCall } from '#contract/tablets.ts'
import {
  type makeSetupCodes,
  maxTestDayTablets,
  type renewSetupCode as renewSetupCodeCall,
  type revokeSetupCode as revokeSetupCodeCall,
} from '#contract/test-days.ts'
import { recordAudit, visitor } from '#server/audit/audit.ts'
import { type AuthorizedClient, clientOfJob } from '#server/authority/client.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, By, Context, Visitor } from '#server/http/subject.ts'
import { hashSecret } from '#server/secrets.ts'
import { networkOf } from '#server/throttles/network.ts'
import { take } from '#server/throttles/throttles.ts'
import { type AuthorizedDay, lockOpenDay } from './access.ts'
import { deriveSoon } from './codes.ts'
import { pinLimitReached } from './pins.ts'
import { type DayRow, findDay } from './queries.ts'
import { hashSetupCode, newTabletToken, setupCodeOf } from './secrets.ts'
import { deleteUnused, findUnused, holdSetupCode, insertSetupCode, markUsed } from './setup-queries.ts'
import { findTablets, insertTablet, replaceToken } from './tablet-queries.ts'
import { authorizeTablet, tabletDay } from './tablets.ts'

type CodeAction = 'setup_codes_made' | 'setup_code_renewed' | 'setup_code_revoked'

const record = (
  tx: Tx,
  action: CodeAction,
  client: AuthorizedClient,
  { day, by, quantity }: { day: DayRow; by: By; quantity?: number },
) =>
  recordAudit(tx, {
    action,
    by,
    clientId: client.id,
    details: { place: day.place, day: day.day, ...(quantity !== undefined && { quantity }) },
  })

/** Makes codes for tablets. @throws Failure test_day_over, too_many_tablets */
export async function addSetupCodes(
  tx: Tx,
  { client, day: { id: testDayId } }: AuthorizedDay,
  { quantity }: BodyOf<typeof makeSetupCodes>,
  by: Actor,
  { deps }: Context,
): Promise<void> {
  const day = await lockOpenDay(tx, { clientId: client.id, id: testDayId })
  const key = { clientId: client.id, testDayId }
  // Unused codes first: one that becomes a tablet in between is counted twice, not left out.
  const free = maxTestDayTablets - (await findUnused(tx, key)).length - (await findTablets(tx, key)).length
  if (quantity > free)
    throw new Failure('too_many_tablets', {
      variables: { limit: maxTestDayTablets, free: Math.max(0, free) },
    })
  for (let n = 0; n < quantity; n += 1)
    await insert(tx, { ...key, id: newId(), turn: 0 }, deps.config.slipKey)
  await record(tx, 'setup_codes_made', client, { day, by, quantity })
}

const insert = (
  tx: Executor,
  code: { clientId: string; testDayId: string; id: string; turn: number },
  slipKey: Buffer,
) => insertSetupCode(tx, { ...code, codeHash: hashSetupCode(slipKey, setupCodeOf(slipKey, code)) })

/** Replaces a code that was not used. @throws Failure test_day_over, not_found */
export async function renewSetupCode(
  tx: Tx,
  { client, day: { id: testDayId } }: AuthorizedDay,
  _body: undefined,
  by: Actor,
  { deps, params: { setupCodeId: id } }: Context<typeof renewSetupCodeCall>,
): Promise<void> {
  const day = await lockOpenDay(tx, { clientId: client.id, id: testDayId })
  const key = { clientId: client.id, testDayId, id }
  const before = await deleteUnused(tx, key)
  if (before === undefined) throw new Failure('not_found')
  await insert(tx, { ...key, turn: before.turn + 1 }, deps.config.slipKey)
  await record(tx, 'setup_code_renewed', client, { day, by })
}

/** Withdraws a code that was not used. @throws Failure not_found */
export async function revokeSetupCode(
  tx: Tx,
  { client, day }: AuthorizedDay,
  _query: undefined,
  by: Actor,
  { params: { setupCodeId: id } }: Context<typeof revokeSetupCodeCall>,
): Promise<undefined> {
  if ((await deleteUnused(tx, { clientId: client.id, testDayId: day.id, id })) === undefined)
    throw new Failure('not_found')
  await record(tx, 'setup_code_revoked', client, { day, by })
}

/** Wrong codes of one network in a quarter of an hour, and of all networks in a minute. Right ones are never refused for it. */
const maxWrong = { network: 300, overall: 1000 }

/**
 * Makes a device a tablet of a day. The PIN has no part in it.
 * @throws Failure setup_code_invalid, alike for an unknown, a used and a withdrawn code; test_day_over, too_many_requests
 */
export async function registerTablet(
  db: Database,
  _on: undefined,
  body: BodyOf<typeof registerTabletCall>,
  { address, locale }: Visitor,
  { deps }: Context,
) {
  const { slipKey } = deps.config
  const recordPace = () =>
    recordAudit(db, { action: 'sign_in_refused', reason: 'too_many_requests', by: visitor(address) })
  const codeHash = hashSetupCode(slipKey, readSetupCode(body.code))
  const token = await db.transaction().execute((tx) => useCode(tx, codeHash, body, address))
  if (token === undefined) {
    // Counted after the look-up: nobody must be able to keep supervisors out, also not from the hall's own network.
    const network = { key: `setup-code:${networkOf(address)}`, atMost: maxWrong.network, seconds: 15 * 60 }
    await take(db, [network, { key: 'setup-code', atMost: maxWrong.overall, seconds: 60 }], recordPace)
    throw new Failure('setup_code_invalid')
  }
  return { token, day: await tabletDay(db, slipKey, await authorizeTablet(db, token), locale) }
}

/** Uses a code up. @returns the token of the tablet; undefined where there is no such code, or another device has used it */
async function useCode(
  tx: Executor,
  codeHash: Buffer,
  { name, room = '', device }: BodyOf<typeof registerTabletCall>,
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
  const entry = { by: visitor(address), clientId, details }
  await recordAudit(tx, { ...entry, action: 'tablet_added' })
  if (pending) await recordAudit(tx, { ...entry, action: 'tablet_pending' })
  return token
}
