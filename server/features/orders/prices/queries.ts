import { sql } from 'kysely'
import { z } from 'zod'
import { type PriceTier, priceTier } from '#contract/prices.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import type { Slice } from '#server/http/pages.ts'

type Client = Pick<AuthorizedClient, 'id'>

const tiersOf = (stored: unknown): PriceTier[] => z.array(priceTier).parse(stored)

/** A client's own prices on a day, by inventory, each with its last day. No two of an inventory overlap. */
export async function findClientTiers(
  db: Executor,
  client: Client,
  day: string,
): Promise<Map<string, { tiers: PriceTier[]; until: string | null }>> {
  const rows = await db
    .selectFrom('client_prices')
    .select(['inventory_id', 'tiers', 'valid_until'])
    .where('client_id', '=', client.id)
    .where('valid_from', '<=', day)
    .where((row) => row.or([row('valid_until', 'is', null), row('valid_until', '>=', day)]))
    .orderBy('valid_from')
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.inventory_id, { tiers: tiersOf(row.tiers), until: row.valid_until }]))
}

/** The KDV rate of a day, in hundredths of a percent. */
export async function findTaxRate(db: Executor, day: string): Promise<number> {
  const row = await db
    .selectFrom('tax_rates')
    .select('basis_points')
    .where('valid_from', '<=', day)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.basis_points
}

export interface TaxRateRow {
  valid_from: string
  basis_points: number
  created_by: string | null
  /** True when an order was placed since the rate was entered. */
  orders_since: boolean
}

/** Every rate with the name of who entered it, the latest first. */
export async function findTaxRates(db: Executor): Promise<TaxRateRow[]> {
  return db
    .selectFrom('tax_rates as rate')
    .leftJoin('users', 'users.id', 'rate.created_by')
    .select((eb) => [
      'rate.valid_from',
      'rate.basis_points',
      'users.name as created_by',
      eb
        .exists(eb.selectFrom('orders').select('id').whereRef('created_at', '>=', 'rate.created_at'))
        .$castTo<boolean>()
        .as('orders_since'),
    ])
    .orderBy('rate.valid_from', 'desc')
    .execute()
}

/** @returns whether it was entered: a day has one rate */
export async function insertTaxRate(
  tx: Executor,
  rate: { validFrom: string; basisPoints: number; by: string },
): Promise<boolean> {
  const row = await tx
    .insertInto('tax_rates')
    .values({ valid_from: rate.validFrom, basis_points: rate.basisPoints, created_by: rate.by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('valid_from')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Removes a rate that begins later than today, or today while no order was placed since it was entered.
 * @returns its hundredths of a percent; undefined where there is none
 */
export async function deleteTaxRate(
  tx: Executor,
  { validFrom, today }: { validFrom: string; today: string },
): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('tax_rates')
    .where('valid_from', '=', validFrom)
    .where((eb) =>
      eb.or([
        eb('valid_from', '>', today),
        eb.and([
          eb('valid_from', '=', today),
          eb.not(
            eb.exists(
              eb
                .selectFrom('orders')
                .select('id')
                .whereRef('orders.created_at', '>=', 'tax_rates.created_at'),
            ),
          ),
        ]),
      ]),
    )
    .returning('basis_points')
    .executeTakeFirst()
  return row?.basis_points
}

/** Until the transaction ends nobody else changes this client's prices. What refers to the client goes on. */
export async function lockPrices(tx: Executor, client: Client): Promise<void> {
  await tx.selectFrom('clients').select('id').where('id', '=', client.id).forNoKeyUpdate().execute()
}

export interface ClientPriceRow {
  id: string
  inventory_id: string
  tiers: PriceTier[]
  valid_from: string
  valid_until: string | null
  created_by: string
}

const pricesOfClient = (db: Executor, client: Client) =>
  db
    .selectFrom('client_prices as price')
    .innerJoin('users', 'users.id', 'price.created_by')
    .select([
      'price.id',
      'price.inventory_id',
      'price.tiers',
      'price.valid_from',
      'price.valid_until',
      'users.name as created_by',
    ])
    .where('price.client_id', '=', client.id)

const parsed = <Row extends { tiers: unknown }>(row: Row) => ({ ...row, tiers: tiersOf(row.tiers) })

export async function findClientPrice(
  db: Executor,
  client: Client,
  priceId: string,
): Promise<ClientPriceRow | undefined> {
  const row = await pricesOfClient(db, client).where('price.id', '=', priceId).executeTakeFirst()
  return row && parsed(row)
}

export interface ClientPriceFilter {
  /** The inventories it may be of; left out: any. */
  inventoryIds?: readonly string[] | undefined
  state?: 'current' | 'upcoming' | 'ended' | undefined
  /** The day that `state` is computed for. */
  day: string
}

export async function findClientPrices(
  db: Executor,
  client: Client,
  { inventoryIds, state, day }: ClientPriceFilter,
  order: 'validFrom' | '-validFrom',
  slice: Slice,
): Promise<{ count: number; rows: ClientPriceRow[] }> {
  const direction = order === 'validFrom' ? 'asc' : 'desc'
  const found = pricesOfClient(db, client)
    .$if(inventoryIds !== undefined, (query) =>
      query.where(sql<boolean>`price.inventory_id = ANY (${inventoryIds ?? []}::uuid[])`),
    )
    .$if(state === 'upcoming', (query) => query.where('price.valid_from', '>', day))
    .$if(state === 'ended', (query) => query.where('price.valid_until', '<', day))
    .$if(state === 'current', (query) =>
      query
        .where('price.valid_from', '<=', day)
        .where((row) => row.or([row('price.valid_until', 'is', null), row('price.valid_until', '>=', day)])),
    )
  const total = await db
    .selectFrom(found.as('found'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await found
    .orderBy('price.valid_from', direction)
    .orderBy('price.id', direction)
    .limit(slice.limit)
    .offset(slice.offset)
    .execute()
  return { count: total.count, rows: rows.map(parsed) }
}

interface Period {
  inventoryId: string
  from: string
  until: string | null
}

/** The first of a client's prices of an inventory that shares a day with a period. */
export async function findOverlap(
  tx: Executor,
  client: Client,
  { inventoryId, from, until }: Period,
): Promise<{ from: string; until: string | null } | undefined> {
  return tx
    .selectFrom('client_prices')
    .select(['valid_from as from', 'valid_until as until'])
    .where('client_id', '=', client.id)
    .where('inventory_id', '=', inventoryId)
    .where((row) => row.or([row('valid_until', 'is', null), row('valid_until', '>=', from)]))
    .$if(until !== null, (query) => query.where('valid_from', '<=', until ?? ''))
    .orderBy('valid_from')
    .limit(1)
    .executeTakeFirst()
}

export async function insertClientPrice(
  tx: Executor,
  client: Client,
  price: Period & { id: string; tiers: readonly PriceTier[]; by: string },
): Promise<void> {
  await tx
    .insertInto('client_prices')
    .values({
      client_id: client.id,
      id: price.id,
      inventory_id: price.inventoryId,
      tiers: JSON.stringify(price.tiers),
      valid_from: price.from,
      valid_until: price.until,
      created_by: price.by,
    })
    .execute()
}

export async function setLastDay(tx: Executor, client: Client, priceId: string, day: string): Promise<void> {
  await tx
    .updateTable('client_prices')
    .set({ valid_until: day })
    .where('client_id', '=', client.id)
    .where('id', '=', priceId)
    .execute()
}

export async function deleteClientPrice(tx: Executor, client: Client, priceId: string): Promise<void> {
  await tx.deleteFrom('client_prices').where('client_id', '=', client.id).where('id', '=', priceId).execute()
}
