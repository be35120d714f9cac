import type { CoolDown, setCoolDown } from '#contract/access-rules.ts'
import type { Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { ClientInventory } from '#server/features/inventories/access.ts'
import { visibleInventories } from '#server/features/inventories/offers.ts'
import { currentVersions, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import { type Cooling, findCooling, findDays, putDays } from './queries.ts'

const maxNamed = 100

/** Every inventory that a client knows of, with its cool-down. */
export async function coolDowns(
  db: Executor,
  client: AuthorizedClient,
  _query: undefined,
  { locale }: Actor,
): Promise<CoolDown[]> {
  const [versions, days] = [await currentVersions(db), await findDays(db, client)]
  const visible = await visibleInventories(db, client.id)
  return versions
    .filter(({ inventoryId }) => visible.has(inventoryId))
    .map((version) => toCoolDown(version, days.get(version.inventoryId) ?? null, locale))
}

const toCoolDown = (version: Version, days: number | null, locale: Locale): CoolDown => ({
  inventory: {
    id: version.inventoryId,
    code: version.definition.code,
    name: nameOf(version, locale),
  },
  days,
})

/** Changes a client's cool-down of an inventory; null: none. What is assigned already stays. */
export async function setDays(
  tx: Tx,
  { client, version }: ClientInventory,
  { days }: BodyOf<typeof setCoolDown>,
  actor: Actor,
): Promise<CoolDown> {
  const { inventoryId, definition } = version
  if (await putDays(tx, client, { inventoryId, days }))
    await recordAudit(tx, {
      action: 'cool_down_changed',
      by: actor,
      clientId: client.id,
      reason: days === null ? 'ended' : 'set',
      details: { code: definition.code, days },
    })
  return toCoolDown(version, days, actor.locale)
}

export const coolingAmong = findCooling

/** The failure of a refused call, with the people who took a test too recently and their tests. */
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
