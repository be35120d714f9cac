import type { BodyOf } from '#contract/kit.ts'
import type { addTaxRate, TaxRate } from '#contract/tax-rates.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { noClient } from '#server/http/idempotency.ts'
import { type Actor, type By, subject } from '#server/http/subject.ts'
import { turkishToday } from './prices.ts'
import { deleteTaxRate, findTaxRates, insertTaxRate } from './queries.ts'

/** Every KDV rate, the latest first. */
export async function taxRates(db: Executor): Promise<TaxRate[]> {
  const [rows, today] = [await findTaxRates(db), await turkishToday(db)]
  const current = rows.find((row) => row.valid_from <= today)
  return rows.map((row) => ({
    validFrom: row.valid_from,
    rate: row.basis_points / 100,
    state: row === current ? 'current' : row.valid_from > today ? 'upcoming' : 'past',
    canRemove: row.valid_from > today || (row.valid_from === today && !row.orders_since),
    createdBy: row.created_by ?? '',
  }))
}

/** The rate that begins on a day. @throws Failure not_found */
async function taxRateFrom(db: Executor, validFrom: string): Promise<TaxRate> {
  const found = (await taxRates(db)).find((rate) => rate.validFrom === validFrom)
  if (found === undefined) throw new Failure('not_found')
  return found
}

export const onTaxRate = subject(
  'taxRate',
  (db, _caller: Caller, { validFrom }: { validFrom: string }) => taxRateFrom(db, validFrom),
  () => noClient,
)

/** Enters a rate in percent. @throws FieldFailure for a past day and one that has a rate */
export async function addRate(
  tx: Tx,
  _platform: undefined,
  { validFrom, rate }: BodyOf<typeof addTaxRate>,
  actor: Actor,
): Promise<TaxRate> {
  if (validFrom < (await turkishToday(tx))) throw new FieldFailure({ validFrom: { key: 'past_day' } })
  const basisPoints = Math.round(rate * 100)
  if (!(await insertTaxRate(tx, { validFrom, basisPoints, by: actor.userId })))
    throw new FieldFailure({ validFrom: { key: 'day_has_rate' } })
  await record(tx, actor, 'added', { validFrom, rate })
  return taxRateFrom(tx, validFrom)
}

/** Removes a rate that no order can have. @throws Failure tax_rate_begun, also where an order was faster */
export async function removeRate(
  tx: Tx,
  { validFrom }: TaxRate,
  _body: undefined,
  actor: Actor,
): Promise<undefined> {
  const basisPoints = await deleteTaxRate(tx, { validFrom, today: await turkishToday(tx) })
  if (basisPoints === undefined) throw new Failure('tax_rate_begun')
  await record(tx, actor, 'removed', { validFrom, rate: basisPoints / 100 })
}

const record = (
  tx: Executor,
  by: By,
  reason: 'added' | 'removed',
  details: { validFrom: string; rate: number },
) => recordAudit(tx, { action: 'tax_rate_changed', reason, by, details })
