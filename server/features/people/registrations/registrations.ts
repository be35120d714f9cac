import { randomBytes } from 'node:crypto'
import type { Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import { registerPage } from '#contract/pages.ts'
import type { changeRegistration, openRegistration, Registration } from '#contract/registrations.ts'
import { slipCodeLetters } from '#contract/slipCode.ts'
import { maxTestDayPeople } from '#contract/test-days.ts'
import { recordAudit, system } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { refusePastDay } from '#server/features/assignments/due.ts'
import { requireActive } from '#server/features/assignments/state.ts'
import { enabledInventories, notEnabled, refuseCandidates } from '#server/features/inventories/enablement.ts'
import { currentVersions, nameOf, refuseUnknownInventories } from '#server/features/inventories/versions.ts'
import { release, reserve } from '#server/features/quota/quotas.ts'
import { authorizeDay, holdDay } from '#server/features/test-days/access.ts'
import { dayFull, reservedOfDay } from '#server/features/test-days/people.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import type { By } from '#server/http/subject.ts'
import { isolated } from '#server/jobs/isolated.ts'
import type { AuthorizedRegistration } from './access.ts'
import { isClosed } from './page.ts'
import {
  findEnded,
  findRegistration,
  insertRegistration,
  isOver,
  type Key,
  lockRegistration,
  markClosed,
  type RegistrationRow,
  setTerms,
} from './queries.ts'

const codeLength = 10

const newCode = () =>
  [...randomBytes(codeLength)].map((byte) => slipCodeLetters.charAt(byte % slipCodeLetters.length)).join('')

/** The registration of a client, locked until the transaction ends. @throws Failure not_found */
export async function locked(tx: Executor, key: Key): Promise<RegistrationRow> {
  await lockRegistration(tx, key)
  const row = await findRegistration(tx, key)
  if (row === undefined) throw new Failure('not_found')
  return row
}

const unitsOf = (row: RegistrationRow, by: string | null, places: number) => ({
  clientId: row.client_id,
  registrationId: row.id,
  reason: row.name,
  by,
  inventoryIds: row.inventory_ids,
  places,
})

/** Gives back the units of places that nobody will take. */
export const releasePlaces = (
  tx: Executor,
  row: RegistrationRow,
  by: string | null,
  places: number,
): Promise<void> => release(tx, unitsOf(row, by, places))

/** The codes of tests by their ids. @throws Failure inventory_not_enabled */
async function codesOf(tx: Executor, clientId: string, inventoryIds: readonly string[]) {
  const [versions, enabled] = [await currentVersions(tx), await enabledInventories(tx, clientId)]
  const codes = new Map(versions.map((version) => [version.inventoryId, version.definition.code]))
  const codeOf = (id: string) => codes.get(id) ?? ''
  const off = versions.find(({ inventoryId: id }) => inventoryIds.includes(id) && !enabled.has(id))
  if (off !== undefined) throw notEnabled(off)
  // People who register become candidates.
  await refuseCandidates(tx, clientId, inventoryIds)
  return codeOf
}

interface Places {
  cap: number
  /** The number of these places whose people are on the day already. */
  accepted: number
  /** The registration itself; undefined for a new one. */
  id?: string
}

/**
 * A test day that is not over, locked, with room for a registration's places beside those that others have reserved.
 * @throws Failure not_found, test_day_over, test_day_full, invalid_request
 */
async function dayWithRoom(
  tx: Executor,
  client: AuthorizedClient,
  testDayId: string,
  { cap, accepted, id }: Places,
) {
  await holdDay(tx, { clientId: client.id, id: testDayId })
  const { day } = await authorizeDay(tx, client, testDayId)
  if (day.state === 'over') throw new Failure('test_day_over')
  const taken = day.people + (await reservedOfDay(tx, day, id))
  const limit = accepted + maxTestDayPeople - taken
  if (limit < 1) throw dayFull(taken)
  if (cap > limit) throw new FieldFailure({ cap: { key: 'too_big_number', variables: { limit } } })
  return day
}

/**
 * Opens a registration and reserves the units of its places.
 * @throws Failure not_found and test_day_over for a test day, client_not_active, invalid_request, inventory_not_enabled,
 * quota_exceeded
 */
export async function open(
  tx: Executor,
  client: AuthorizedClient,
  body: BodyOf<typeof openRegistration>,
  by: By,
): Promise<{ id: string }> {
  const { name, group = '', dueDate = null, cap, endsOn, approval, atGate = null, testDayId = null } = body
  const day = testDayId === null ? undefined : await dayWithRoom(tx, client, testDayId, { cap, accepted: 0 })
  const inventoryIds = [...new Set(day?.inventory_ids ?? body.inventoryIds)]
  const locale = day?.locale ?? body.locale
  await refusePastDay(tx, endsOn, client.timeZone, 'endsOn')
  if (day === undefined) refuseEarlyDue(dueDate, endsOn)
  else refuseLateEnd({ due_date: day.day, test_day_id: testDayId }, endsOn)
  await refuseUnknownInventories(tx, inventoryIds)
  requireActive(client)
  const codeOf = await codesOf(tx, client.id, inventoryIds)
  const id = newId()
  const key = { clientId: client.id, id }
  await insertRegistration(tx, {
    ...key,
    code: newCode(),
    name,
    inventoryIds,
    group,
    locale,
    dueDate,
    testDayId,
    cap,
    endsOn,
    approval,
    atGate,
    by: by.userId,
  })
  await reserve(
    tx,
    {
      clientId: client.id,
      registrationId: id,
      reason: name,
      by: by.userId,
      inventoryIds,
      places: cap,
    },
    codeOf,
  )
  await recordAudit(tx, {
    action: 'registration_opened',
    by,
    clientId: client.id,
    details: { note: name, quantity: cap, codes: inventoryIds.map(codeOf).sort() },
  })
  return { id }
}

/** Refuses a due date before the last day to register: people who register then need that day to take the tests. */
function refuseEarlyDue(dueDate: string | null, endsOn: string): void {
  if (dueDate !== null && dueDate < endsOn) throw new FieldFailure({ dueDate: { key: 'before_end' } })
}

/**
 * Changes the places, the last day and the acceptance of an open registration.
 * @throws Failure registration_closed, invalid_request, client_not_active, inventory_not_enabled, quota_exceeded
 */
export async function change(
  tx: Tx,
  { client, row: { id } }: AuthorizedRegistration,
  body: BodyOf<typeof changeRegistration>,
  by: By,
): Promise<void> {
  const row = await locked(tx, { clientId: client.id, id })
  if (isClosed(row)) throw new Failure('registration_closed')
  const { cap = row.cap, endsOn = row.ends_on } = body
  if (endsOn !== row.ends_on) await refusePastDay(tx, endsOn, client.timeZone, 'endsOn')
  refuseLateEnd(row, endsOn)
  const taken = row.people.accepted + row.people.waiting
  if (cap < taken)
    throw new FieldFailure({ cap: { key: 'too_small_number', variables: { limit: Math.max(1, taken) } } })
  if (cap > row.cap) {
    requireActive(client)
    if (row.test_day_id !== null)
      await dayWithRoom(tx, client, row.test_day_id, { cap, accepted: row.people.accepted, id })
    const codeOf = await codesOf(tx, client.id, row.inventory_ids)
    await reserve(tx, unitsOf(row, by.userId, cap - row.cap), codeOf)
  }
  await releasePlaces(tx, row, by.userId, Math.max(0, row.cap - cap))
  const { approval = row.approval, atGate = row.at_gate } = body
  const burstAt = body.approval === undefined ? row.burst_at : null
  await setTerms(tx, { clientId: client.id, id }, { cap, endsOn, approval, atGate, burstAt })
  const set = { cap, ends_on: endsOn, approval, at_gate: atGate }
  const fields = fieldsOf(set).filter((field) => set[field] !== row[field])
  const burstEnded = row.burst_at !== null && burstAt === null
  if (fields.length === 0 && !burstEnded) return
  await recordAudit(tx, {
    action: 'registration_changed',
    by,
    clientId: client.id,
    details: {
      note: row.name,
      fields: burstEnded && !fields.includes('approval') ? [...fields, 'approval'] : fields,
      quantity: cap,
      ...(body.approval !== undefined && { approval }),
    },
  })
}

const fieldsOf = <Set extends object>(set: Set) => Object.keys(set) as (keyof Set & string)[]

type Due = Pick<RegistrationRow, 'due_date' | 'test_day_id'>

function refuseLateEnd({ due_date: dueDate, test_day_id: testDayId }: Due, endsOn: string): void {
  if (dueDate === null || dueDate >= endsOn) return
  throw new FieldFailure({ endsOn: testDayId === null ? { key: 'after_due' } : { key: 'after_test_day' } })
}

/** Closes a registration and gives back the units of its free places. @throws Failure registration_closed */
export async function close(tx: Executor, key: Key, by: By | null): Promise<void> {
  const row = await locked(tx, key)
  if (row.closed_at !== null) throw new Failure('registration_closed')
  const { accepted, waiting } = row.people
  const unitsBack = row.cap - accepted - waiting
  await markClosed(tx, key, by?.userId ?? null)
  await releasePlaces(tx, row, by?.userId ?? null, unitsBack)
  await recordAudit(tx, {
    action: 'registration_closed',
    clientId: key.clientId,
    by: by ?? system,
    ...(by === null && { reason: 'ended' }),
    details: { note: row.name, quantity: accepted, unitsBack: unitsBack * row.inventory_ids.length },
  })
}

const atOnce = 100

/** Closes what ended with its last day or its test day. */
export async function closeEnded(db: Database): Promise<number> {
  return isolated(await findEnded(db, atOnce), (key) =>
    db.transaction().execute(async (tx) => {
      const row = await locked(tx, key)
      // A manager may have closed it meanwhile, or given it a later day.
      if (row.closed_at !== null) return
      if (row.day_closed || (await isOver(tx, key.clientId, row.ends_on))) await close(tx, key, null)
    }),
  )
}

/** Registrations as a manager sees them. */
export async function registrationObjects(
  db: Executor,
  rows: readonly RegistrationRow[],
  locale: Locale,
  { publicUrl }: { publicUrl: string },
): Promise<Registration[]> {
  const versions = new Map((await currentVersions(db)).map((version) => [version.inventoryId, version]))
  return rows.map((row) => {
    const { code, inventory_ids: ids, group_name: group, client_id: _, ...own } = row
    const { test_day_id: dayId, day_place: place, day_closed: _closed, ...shown } = own
    const { due_date: day } = row
    const {
      created_by: __,
      closed_by: ___,
      created_by_name: createdBy,
      closed_by_name: closedBy,
      ...rest
    } = shown
    return {
      ...serializeRow(rest),
      url: `${publicUrl}${registerPage}/${code}`,
      group,
      testDay: dayId === null || place === null || day === null ? null : { id: dayId, place, day },
      inventories: ids.flatMap((id) => {
        const version = versions.get(id)
        return version ? [{ id, code: version.definition.code, name: nameOf(version, locale) }] : []
      }),
      createdBy,
      closedBy: closedBy ?? '',
      reserved: row.reserved,
    }
  })
}

/** @throws Failure not_found */
export async function registrationById(
  db: Executor,
  key: Key,
  locale: Locale,
  config: { publicUrl: string },
): Promise<Registration> {
  const row = await findRegistration(db, key)
  const [registration] = row ? await registrationObjects(db, [row], locale, config) : []
  if (registration === undefined) throw new Failure('not_found')
  return registration
}
