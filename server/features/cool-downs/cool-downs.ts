import type { CoolDown } from '#contract/access-rules.ts'
import type { Locale } from '#contract/fields.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { visibleInventories } from '#server/features/inventories/offers.ts'
import { currentVersions, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import { type Cooling, findCooling, findDays, putDays } from './queries.ts'

const maxNamed = 100

/** Every inventory that a client knows of, with its cool-down. */
export async function coolDowns(db: Executor, client: AuthorizedClient, locale: Locale): Promise<CoolDown[]> {
  const [versions, days] = [await currentVersions(db), await findDays(db, client)]
  const visible = await visibleInventories(db, client.id)
  return versions
    .filter(({ inventoryId }) => visible.has(inventoryId))
    .map((version) => toCoolDown(version, days.get(version.inventoryId) ?? null, locale))
}

export const toCoolDown = (version: Version, days: number | null, locale: Locale): CoolDown => ({
  inventory: {
    id: version.inventoryId,
    code: version.definition.code,
    name: nameOf(version, locale),
  },
  days,
})

/** Changes a client's cool-down of an inventory; null: none. What is assigned already stays. */
export async function setDays(
  db: Database,
  client: AuthorizedClient,
  { version, days }: { version: Version; days: number | null },
  { userId: actorId, address }: { userId: string; address: string },
): Promise<void> {
  const { inventoryId, definition } = version
  await db.transaction().execute(async (tx) => {
    if (!(await putDays(tx, client, { inventoryId, days }))) return
    await recordAudit(tx, {
      ...{ action: 'cool_down_changed', actorId, clientId: client.id, address },
      reason: days === null ? 'ended' : 'set',
      details: { code: definition.code, days },
    })
  })
}

export const coolingAmong = findCooling

/** Who of the people of a refused call took what too recently. */
export function coolingFailure(
  cooling: readonly Cooling[],
  codeOf: (inventoryId: string) => string,
): Failure {
  const people = [...Map.groupBy(cooling, (one) => one.membershipId).values()].flatMap((tests) => {
    const [first] = tests
    return first === undefined
      ? []
      : [
          {
            userId: first.userId,
            name: first.name,
            inventories: tests.map((one) => codeOf(one.inventoryId)),
            availableFrom: tests
              .map((one) => one.availableFrom)
              .sort()
              .at(-1),
          },
        ]
  })
  return new Failure('cooling_down', { details: { count: people.length, people: people.slice(0, maxNamed) } })
}
