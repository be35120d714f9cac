import { z } from 'zod'
import { id, type Locale } from '#contract/fields.ts'
import type { BodyOf, QueryOf } from '#contract/kit.ts'
import type {
  confirmTablet as confirmTabletCall,
  createTestDay,
  listTestDays,
  revokeTablet as revokeTabletCall,
  TestDay,
  TestDayDetails,
  updateTestDay,
} from '#contract/test-days.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { todayIn } from '#server/features/assignments/due.ts'
import { requireActive } from '#server/features/assignments/state.ts'
import { sensitiveFor } from '#server/features/inventories/enablement.ts'
import { currentVersions, refuseUnknownInventories } from '#server/features/inventories/versions.ts'
import { chosenMembers } from '#server/features/memberships/chosen.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import { type AuthorizedDay, authorizeDay, holdDay, lockOpenDay } from './access.ts'
import { addPeople } from './people.ts'
import { pinLimitReached } from './pins.ts'
import {
  type CountedDay,
  changeDay,
  findDays,
  insertDay,
  lockDay,
  markClosed,
  moveAssignments,
  turnPin,
} from './queries.ts'
import { pinOf, setupCodeOf } from './secrets.ts'
import { findUnused } from './setup-queries.ts'
import { endPending, findTablets, isPending, markConfirmed, markRevoked } from './tablet-queries.ts'

export async function listDays(
  db: Executor,
  client: AuthorizedClient,
  query: QueryOf<typeof listTestDays>,
  { locale }: Actor,
): Promise<{ count: number; rows: TestDay[] }> {
  const ordering = query.ordering === 'day' ? 'day' : '-day'
  const found = await findDays(db, client, { search: query.search, ordering }, sliceOf(query))
  const rows = []
  for (const row of found.rows) rows.push(await testDayObject(db, row, locale))
  return { count: found.count, rows }
}

export async function testDayObject(db: Executor, day: CountedDay, locale: Locale): Promise<TestDay> {
  const [versions, sensitive] = [await currentVersions(db), await sensitiveFor(db, day.client_id)]
  return {
    id: day.id,
    place: day.place,
    day: day.day,
    rooms: day.rooms,
    locale: day.locale,
    tests: day.inventory_ids.flatMap((inventoryId) => {
      const version = versions.find((one) => one.inventoryId === inventoryId)
      if (version === undefined) return []
      const { code, texts } = version.definition
      const { name } = texts[locale]
      return [{ inventoryId, code, name, sensitive: sensitive.has(inventoryId) }]
    }),
    sensitiveOffline: day.sensitive_offline,
    state: day.state,
    createdAt: day.created_at.toISOString(),
    closedAt: day.closed_at?.toISOString() ?? null,
    people: day.people,
    started: day.started,
    finished: day.finished,
    waiting: day.waiting,
  }
}

export async function testDayDetails(
  db: Executor,
  client: AuthorizedClient,
  id: string,
  { slipKey, locale }: { slipKey: Buffer; locale: Locale },
): Promise<TestDayDetails> {
  const { day } = await authorizeDay(db, client, id)
  const key = { clientId: client.id, testDayId: id }
  const [tablets, unused] = [await findTablets(db, key), await findUnused(db, key)]
  return {
    ...(await testDayObject(db, day, locale)),
    pin: pinOf(slipKey, { id, pinTurn: day.pin_turn }),
    pinLimitReached: pinLimitReached(day),
    setupCodes:
      day.state === 'over'
        ? []
        : unused.map((code) => ({
            id: code.id,
            code: setupCodeOf(slipKey, code),
            createdAt: code.createdAt.toISOString(),
          })),
    tablets: tablets.map((tablet) => ({
      id: tablet.id,
      name: tablet.name,
      room: tablet.room,
      createdAt: tablet.created_at.toISOString(),
      openedAt: tablet.opened_at?.toISOString() ?? null,
      lastSeenAt: tablet.last_seen_at.toISOString(),
      revokedAt: tablet.revoked_at?.toISOString() ?? null,
      pendingSince: isPending(tablet) ? (tablet.pending_at?.toISOString() ?? null) : null,
    })),
  }
}

async function refusePast(db: Executor, day: string, { timeZone }: AuthorizedClient): Promise<void> {
  if (day < (await todayIn(db, timeZone))) throw new FieldFailure({ day: { key: 'past_day' } })
}

export const createdDay = z.object({ id })

/**
 * Plans a test day and gives its people its tests.
 * @throws Failure client_not_active, invalid_request, test_day_full, inventory_not_enabled, quota_exceeded
 */
export async function createDay(
  tx: Tx,
  client: AuthorizedClient,
  body: BodyOf<typeof createTestDay>,
  actor: Actor,
  { deps }: Context,
): Promise<z.output<typeof createdDay>> {
  await refusePast(tx, body.day, client)
  await refuseUnknownInventories(tx, body.inventoryIds)
  const chosen = await chosenMembers(tx, client, body)
  requireActive(client)
  const { slipKey } = deps.config
  const day = { clientId: client.id, id: newId() }
  await insertDay(tx, {
    ...day,
    place: body.place,
    day: body.day,
    rooms: body.rooms ?? [],
    locale: body.locale ?? actor.locale,
    inventoryIds: [...new Set(body.inventoryIds)],
    createdBy: actor.userId,
    sensitiveOffline: body.sensitiveOffline ?? false,
  })
  const locked = await lockOpenDay(tx, day)
  const added = await addPeople(tx, client, locked, { chosen, room: '', by: actor, slipKey })
  if (added === 0) throw new FieldFailure({ membershipIds: { key: 'unknown_person' } })
  const where = { place: body.place, day: body.day }
  await record(tx, 'test_day_created', client, actor, { ...where, people: added })
  if (body.sensitiveOffline) await record(tx, 'sensitive_offline_allowed', client, actor, where)
  return { id: day.id }
}

type DayAction =
  | 'test_day_created'
  | 'test_day_changed'
  | 'test_day_closed'
  | 'tablet_confirmed'
  | 'tablet_revoked'
  | 'sensitive_offline_allowed'
  | 'sensitive_offline_ended'

const record = (
  tx: Executor,
  action: DayAction,
  client: AuthorizedClient,
  by: By,
  details: Record<string, string | number>,
) => recordAudit(tx, { action, by, clientId: client.id, details })

/** @throws Failure test_day_over, invalid_request for a day that is past */
export async function updateDay(
  tx: Tx,
  { client, day: { id } }: AuthorizedDay,
  body: BodyOf<typeof updateTestDay>,
  actor: Actor,
): Promise<void> {
  const key = { clientId: client.id, id }
  const before = await lockOpenDay(tx, key)
  if (body.day !== undefined && body.day !== before.day) {
    await refusePast(tx, body.day, client)
    await moveAssignments(tx, key, body.day)
  }
  await changeDay(tx, key, body)
  const {
    place = before.place,
    day = before.day,
    sensitiveOffline: allowed = before.sensitive_offline,
  } = body
  await record(tx, 'test_day_changed', client, actor, { place, day })
  if (allowed === before.sensitive_offline) return
  const action = allowed ? 'sensitive_offline_allowed' : 'sensitive_offline_ended'
  await record(tx, action, client, actor, { place, day })
}

/** Closes a day; repeated, nothing happens. */
export async function closeDay(
  tx: Tx,
  { client, day }: AuthorizedDay,
  _body: undefined,
  actor: Actor,
): Promise<void> {
  const key = { clientId: client.id, id: day.id }
  await lockDay(tx, key)
  if (!(await markClosed(tx, key))) return
  await record(tx, 'test_day_closed', client, actor, { place: day.place, day: day.day })
}

/** Replaces the PIN. Its count begins again, so nothing is pending any more. @throws Failure test_day_over */
export async function renewPin(tx: Tx, { client, day: { id } }: AuthorizedDay): Promise<void> {
  await lockOpenDay(tx, { clientId: client.id, id })
  await turnPin(tx, { clientId: client.id, id })
  await endPending(tx, { clientId: client.id, testDayId: id })
}

/**
 * Confirms a tablet that is pending, or would be with the next PIN; one that needs no confirmation stays as it is.
 * @throws Failure not_found
 */
export async function confirmTablet(
  tx: Tx,
  { client, day }: AuthorizedDay,
  _body: undefined,
  actor: Actor,
  { params: { tabletId } }: Context<typeof confirmTabletCall>,
): Promise<undefined> {
  const key = { clientId: client.id, testDayId: day.id }
  if (!(await findTablets(tx, key)).some(({ id }) => id === tabletId)) throw new Failure('not_found')
  const held = await holdDay(tx, { clientId: client.id, id: day.id })
  const unopenedBefore = pinLimitReached(held) ? held.starts_at : undefined
  const name = await markConfirmed(tx, { ...key, id: tabletId }, unopenedBefore)
  if (name !== undefined)
    await record(tx, 'tablet_confirmed', client, actor, { place: day.place, day: day.day, name })
}

/** @throws Failure not_found */
export async function revokeTablet(
  tx: Tx,
  { client, day }: AuthorizedDay,
  _query: undefined,
  actor: Actor,
  { params: { tabletId } }: Context<typeof revokeTabletCall>,
): Promise<undefined> {
  if (!(await markRevoked(tx, { clientId: client.id, testDayId: day.id, id: tabletId })))
    throw new Failure('not_found')
  await record(tx, 'tablet_revoked', client, actor, { place: day.place, day: day.day })
}
