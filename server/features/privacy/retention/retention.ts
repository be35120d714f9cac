import { setTimeout as pause } from 'node:timers/promises'
import type { Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import type { Retention, setRetention } from '#contract/retention.ts'
import { recordAudit, system } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { endIdle } from '#server/features/assignments/idle.ts'
import { visibleInventories } from '#server/features/inventories/offers.ts'
import { currentVersions, nameOf } from '#server/features/inventories/versions.ts'
import {
  clientForErasing,
  erasePerson,
  eraseTests,
  lockErasable,
} from '#server/features/privacy/erasure/erase.ts'
import { eraseScales } from '#server/features/privacy/erasure/scales.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { serializeRow } from '#server/http/serialize-row.ts'
import type { Actor } from '#server/http/subject.ts'
import { isolated } from '#server/jobs/isolated.ts'
import { countEnding } from './ending-queries.ts'
import {
  type After,
  countHeld,
  findClients,
  findIdleOver,
  findKept,
  findLongerUntil,
  findOver,
  findPeopleOver,
  findPeriods,
  findRuns,
  findTestPeriods,
  insertRun,
  lockIdleOver,
  mayErase,
  type Periods,
  putPeriods,
  type What,
} from './queries.ts'

/** The same defaults as in retention_months() of the database. */
const defaults: Periods = { candidateMonths: 6, employeeMonths: 24, sensitiveMonths: 6 }

const shownRuns = 20

/** The periods for which a client keeps answers. */
export async function retentionOf(
  db: Executor,
  { id }: AuthorizedClient,
  _query: undefined,
  { locale }: { locale: Locale },
): Promise<Retention> {
  const [versions, months] = [await currentVersions(db), await findTestPeriods(db, id)]
  const visible = await visibleInventories(db, id)
  const tests = versions.filter(({ inventoryId }) => visible.has(inventoryId) || months.has(inventoryId))
  const runs = await findRuns(db, id, shownRuns)
  return {
    ...((await findPeriods(db, id)) ?? defaults),
    longerUntil: (await findLongerUntil(db, id))?.toISOString() ?? null,
    tests: tests.map((version) => ({
      inventory: {
        id: version.inventoryId,
        code: version.definition.code,
        name: nameOf(version, locale),
      },
      sensitive: version.definition.sensitive === true,
      months: months.get(version.inventoryId) ?? null,
    })),
    soon: await countEnding(db, id, { from: 0, to: 30 }),
    runs: runs.map(serializeRow),
  }
}

/** @throws FieldFailure for an inventory that there is not, or that is named twice */
export async function changeRetention(
  tx: Tx,
  client: AuthorizedClient,
  { tests: named, ...periods }: BodyOf<typeof setRetention>,
  actor: Actor,
): Promise<Retention> {
  const known = new Map(
    (await currentVersions(tx)).map(({ inventoryId, definition }) => [inventoryId, definition.code]),
  )
  const ids = (named ?? []).map(({ inventoryId }) => inventoryId)
  if (new Set(ids).size < ids.length || ids.some((id) => !known.has(id)))
    throw new FieldFailure({ tests: { key: 'unknown_inventory' } })
  const tests =
    named ??
    [...(await findTestPeriods(tx, client.id))].map(([inventoryId, months]) => ({ inventoryId, months }))
  await putPeriods(tx, client.id, periods, tests)
  await recordAudit(tx, {
    action: 'retention_changed',
    by: actor,
    clientId: client.id,
    details: {
      ...periods,
      tests: tests.length,
      // The periods are kept by test code, so that evidence of an earlier time stays true.
      months: Object.fromEntries(tests.map(({ inventoryId, months }) => [known.get(inventoryId), months])),
    },
  })
  return retentionOf(tx, client, undefined, actor)
}

export interface Erased {
  tests: number
  /** Tests in which only the sensitive scales were over. */
  scales: number
  people: number
}

/** The number of tests erased in one transaction, which takes some hundredths of a second. */
const batch = 20

/**
 * Does a piece of the work, and then leaves the machine to others for as long as that took: without it, saving an answer took
 * three times as long during a run, and with pieces of fifty, too.
 */
async function throttled<Result>(work: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  const result = await work()
  await pause(performance.now() - start)
  return result
}

/**
 * Erases what is over, client by client. What stops halfway goes on with the next run. A run that erased something is written
 * down, with how much a legal hold kept.
 * @param key the installation's
 * @returns how many tests and people were erased, and in how many other tests the sensitive scales
 * @throws AggregateError with what failed, once everything else is done
 */
export async function eraseOver(db: Database, key: Buffer): Promise<Erased> {
  const all = { tests: 0, scales: 0, people: 0 }
  if (!(await mayErase(db))) return all
  await isolated(await findClients(db), async (clientId) => {
    const run = { tests: 0, scales: 0, people: 0, held: await countHeld(db, clientId) }
    try {
      await eraseOfClient(db, key, clientId, run)
    } finally {
      if (run.tests + run.scales + run.people > 0) await insertRun(db, clientId, run)
      all.tests += run.tests
      all.scales += run.scales
      all.people += run.people
    }
  })
  return all
}

async function eraseOfClient(db: Database, key: Buffer, clientId: string, run: Erased): Promise<void> {
  const by = { ...system, reason: 'retention' } as const
  const client = await clientForErasing(db, clientId)
  const kept = await findKept(db, clientId)
  const ended = (what: What) => (after: After | undefined) =>
    findOver(db, clientId, { what, kept, after, limit: batch })
  const idle = (what: What) => (after: { id: string } | undefined) =>
    findIdleOver(db, clientId, { what, kept, after, limit: batch })
  const within = <Result>(work: (tx: Executor) => Promise<Result>) => db.transaction().execute(work)
  const closeTests = async (ids: readonly string[]) => {
    run.tests += await within((tx) => eraseTests(tx, key, client, ids, by))
  }
  const closeIdle = async (ids: readonly string[]) => {
    run.tests += await within(async (tx) => {
      const held = await lockErasable(tx, { clientId, assignmentIds: ids })
      const over = await endIdle(tx, client, held, (locked) => lockIdleOver(tx, clientId, kept, locked))
      return eraseTests(tx, key, client, over, by)
    })
  }
  const closeScales = async (ids: readonly string[]) => {
    run.scales += await within((tx) => eraseScales(tx, client, ids, by))
  }
  const people = (after: After | undefined) => findPeopleOver(db, clientId, { after, limit: batch })
  const closePerson = async (id: string) => {
    await within((tx) => erasePerson(tx, key, client, id, by))
    run.people += 1
  }
  await isolated(
    [
      // Whole tests first: what is left afterwards are scales of tests that stay, and people without tests.
      () => eachPage(ended('tests'), together(closeTests)),
      () => eachPage(idle('tests'), together(closeIdle)),
      () => eachPage(ended('scales'), together(closeScales)),
      () => eachPage(idle('scales'), together(closeScales)),
      () => eachPage(people, onItsOwn(closePerson)),
    ],
    (kind) => kind(),
  )
}

type Work = (ids: readonly string[]) => Promise<void>

/**
 * Handles each id alone: one that can't be erased now, such as by a hold of this minute, is named and stops no other.
 */
const onItsOwn =
  (work: (id: string) => Promise<void>): Work =>
  async (ids) => {
    await isolated(ids, (id) =>
      throttled(() => work(id)).catch((error: unknown) => {
        throw new Error(`${id}: ${String(error)}`, { cause: error })
      }),
    )
  }

/** All at once, which costs less; each on its own where that fails. */
const together =
  (work: Work): Work =>
  (ids) =>
    throttled(() => work(ids)).catch(() => onItsOwn((id) => work([id]))(ids))

/**
 * Goes through what is found page by page.
 * @throws AggregateError with what failed, once everything else is done
 */
async function eachPage<Place extends { id: string }>(
  find: (after: Place | undefined) => Promise<Place[]>,
  work: Work,
): Promise<void> {
  const failures: unknown[] = []
  let found = await throttled(() => find(undefined))
  while (found.length > 0) {
    await work(found.map(({ id }) => id)).catch((error: unknown) => failures.push(error))
    const after = found.at(-1)
    found = await throttled(() => find(after))
  }
  if (failures.length > 0) throw new AggregateError(failures, `could not be erased: ${String(failures[0])}`)
}
