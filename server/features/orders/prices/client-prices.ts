import type {
  addClientPrice,
  ClientPrice,
  endClientPrice,
  listClientPrices,
} from '#contract/client-prices.ts'
import type { Locale } from '#contract/fields.ts'
import { foldText } from '#contract/fold.ts'
import { formatDay } from '#contract/format.ts'
import type { BodyOf, QueryOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { type AuthorizedClient, authorizeClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { checkTiers, priceTiers } from '#server/features/inventories/prices.ts'
import { currentVersions, namedInventory, nameOf } from '#server/features/inventories/versions.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import { type Actor, type By, subject } from '#server/http/subject.ts'
import { turkishToday } from './prices.ts'
import {
  type ClientPriceRow,
  deleteClientPrice,
  findClientPrice,
  findClientPrices,
  findOverlap,
  insertClientPrice,
  lockPrices,
  setLastDay,
} from './queries.ts'

interface AuthorizedPrice {
  readonly client: AuthorizedClient
  readonly id: string
}

/** Agreed prices of a client the caller works for. @throws Failure not_found for all others */
async function authorizePrice(
  db: Executor,
  caller: Caller,
  { clientId, priceId }: { clientId: string; priceId: string },
): Promise<AuthorizedPrice> {
  const client = await authorizeClient(db, caller, clientId)
  if ((await findClientPrice(db, client, priceId)) === undefined) throw new Failure('not_found')
  return { client, id: priceId }
}

export const onClientPrice = subject('clientPrice', authorizePrice, ({ client }) => client.id)

/** A page of the prices agreed with a client, as the API shows them. */
export async function clientPrices(
  db: Executor,
  client: AuthorizedClient,
  query: QueryOf<typeof listClientPrices>,
  { locale }: Actor,
): Promise<{ count: number; rows: ClientPrice[] }> {
  const { state, search, ordering = '-validFrom' } = query
  const words = foldText(search ?? '')
    .split(' ')
    .filter((word) => word !== '')
  const named = async () =>
    (await currentVersions(db))
      .filter((version) => {
        const text = foldText(`${version.definition.code} ${nameOf(version, locale)}`)
        return words.every((word) => text.includes(word))
      })
      .map((version) => version.inventoryId)
  const inventoryIds = words.length === 0 ? undefined : await named()
  const filter = { inventoryIds, state, day: await turkishToday(db) }
  const found = await findClientPrices(db, client, filter, ordering, sliceOf(query))
  const toPrice = await priceSerializer(db, locale)
  return { count: found.count, rows: found.rows.map(toPrice) }
}

/** Agreed prices as the API shows them. @throws Failure not_found when they are gone */
async function clientPriceObject(
  db: Executor,
  { client, id }: AuthorizedPrice,
  locale: Locale,
): Promise<ClientPrice> {
  const row = await findClientPrice(db, client, id)
  if (row === undefined) throw new Failure('not_found')
  return (await priceSerializer(db, locale))(row)
}

async function priceSerializer(db: Executor, locale: Locale) {
  const [versions, listed, today] = [await currentVersions(db), await priceTiers(db), await turkishToday(db)]
  return (row: ClientPriceRow): ClientPrice => {
    const version = versions.find((known) => known.inventoryId === row.inventory_id)
    const state = stateOn(today, row)
    return {
      id: row.id,
      inventory: {
        id: row.inventory_id,
        code: version?.definition.code ?? '',
        name: version === undefined ? '' : nameOf(version, locale),
      },
      tiers: row.tiers,
      listTiers: [...(listed.get(row.inventory_id) ?? [])],
      validFrom: row.valid_from,
      validUntil: row.valid_until,
      state,
      createdBy: row.created_by,
      canEnd: state === 'current' && row.valid_until !== today,
      canRemove: row.valid_from >= today,
    }
  }
}

const stateOn = (day: string, { valid_from, valid_until }: ClientPriceRow): ClientPrice['state'] =>
  valid_from > day ? 'upcoming' : valid_until !== null && valid_until < day ? 'ended' : 'current'

/**
 * Agrees prices with a client. Two of one inventory never share a day, so that it is always clear which one counts.
 * @throws FieldFailure for an inventory that is none, tiers that leave a gap, days that are past or not in order, and an overlap
 */
export async function agreePrice(
  tx: Tx,
  client: AuthorizedClient,
  body: BodyOf<typeof addClientPrice>,
  by: By & { readonly locale: Locale },
): Promise<ClientPrice> {
  const { inventoryId, tiers, validFrom: from, validUntil: until = null } = body
  const { code } = (await namedInventory(tx, inventoryId)).definition
  checkTiers(tiers)
  if (until !== null && until < from) throw new FieldFailure({ validUntil: { key: 'before_first_day' } })
  const id = newId()
  await lockPrices(tx, client)
  if (from < (await turkishToday(tx))) throw new FieldFailure({ validFrom: { key: 'past_day' } })
  const period = { inventoryId, from, until }
  const other = await findOverlap(tx, client, period)
  if (other !== undefined) throw overlapFailure(period, other, by.locale)
  await insertClientPrice(tx, client, { ...period, id, tiers, by: by.userId })
  const validUntil = until === null ? {} : { validUntil: until }
  await record(tx, client, by, 'added', { code, tiers, validFrom: from, ...validUntil })
  return clientPriceObject(tx, { client, id }, by.locale)
}

interface Days {
  from: string
  until: string | null
}

/** The error belongs to the day that has to change. */
function overlapFailure(wanted: Days, other: Days, locale: Locale): FieldFailure {
  const from = formatDay(other.from, locale)
  if (other.from > wanted.from)
    return new FieldFailure({ validUntil: { key: 'overlapping_later_price', variables: { from } } })
  return new FieldFailure({
    validFrom:
      other.until === null
        ? { key: 'overlapping_open_price', variables: { from } }
        : { key: 'overlapping_price', variables: { from, until: formatDay(other.until, locale) } },
  })
}

/**
 * Sets the last day of prices in force.
 * @throws Failure client_price_not_current · FieldFailure for a day that is past, or not before the present last day
 */
export async function endPrice(
  tx: Tx,
  price: AuthorizedPrice,
  { validUntil: wanted }: BodyOf<typeof endClientPrice>,
  actor: Actor,
): Promise<ClientPrice> {
  const { client, id } = price
  await lockPrices(tx, client)
  const [row, today] = [await findClientPrice(tx, client, id), await turkishToday(tx)]
  if (row === undefined) throw new Failure('not_found')
  if (stateOn(today, row) !== 'current') throw new Failure('client_price_not_current')
  const validUntil = wanted ?? today
  if (validUntil < today) throw new FieldFailure({ validUntil: { key: 'past_day' } })
  if (row.valid_until !== null && validUntil >= row.valid_until)
    throw new FieldFailure({ validUntil: { key: 'earlier_day' } })
  await setLastDay(tx, client, id, validUntil)
  await record(tx, client, actor, 'ended', { ...(await factsOf(tx, row)), validUntil })
  return clientPriceObject(tx, price, actor.locale)
}

/** Removes prices that have not begun, or began today. @throws Failure client_price_begun */
export async function removePrice(
  tx: Tx,
  { client, id }: AuthorizedPrice,
  _body: undefined,
  actor: Actor,
): Promise<undefined> {
  await lockPrices(tx, client)
  const row = await findClientPrice(tx, client, id)
  if (row === undefined) throw new Failure('not_found')
  if (row.valid_from < (await turkishToday(tx))) throw new Failure('client_price_begun')
  await deleteClientPrice(tx, client, id)
  await record(tx, client, actor, 'removed', await factsOf(tx, row))
}

async function factsOf(tx: Executor, row: ClientPriceRow): Promise<Record<string, unknown>> {
  const version = (await currentVersions(tx)).find((known) => known.inventoryId === row.inventory_id)
  return { code: version?.definition.code ?? '', tiers: row.tiers, validFrom: row.valid_from }
}

const record = (
  tx: Executor,
  client: AuthorizedClient,
  by: By,
  reason: 'added' | 'ended' | 'removed',
  details: Record<string, unknown>,
) =>
  recordAudit(tx, {
    action: 'client_prices_changed',
    reason,
    by,
    clientId: client.id,
    details,
  })
