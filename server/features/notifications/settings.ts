import type { BodyOf } from '#contract/kit.ts'
import type { NotificationSettings, setNotifications } from '#contract/notifications.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { visibleInventories } from '#server/features/inventories/offers.ts'
import { currentVersions, nameOf, refuseUnknownInventories } from '#server/features/inventories/versions.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import type { Actor } from '#server/http/subject.ts'
import {
  deleteSettings,
  findBought,
  findOwn,
  findQuotaAt,
  type Key,
  lockChoices,
  markLowQuota,
  type Own,
  putQuotaAt,
  putSettings,
} from './queries.ts'

const nothing: Own = {
  membershipId: '',
  userId: '',
  finished: 'off',
  quota: false,
  requests: false,
  transfers: false,
  address: null,
}

/** The mails about a client that the caller has chosen. An admin, who is no manager of it, gets none. */
export async function ownSettings(
  db: Executor,
  client: AuthorizedClient,
  _query: undefined,
  { userId, locale }: Pick<Actor, 'userId' | 'locale'>,
): Promise<NotificationSettings> {
  const own = await findOwn(db, client.id, { userId })
  const { membershipId, userId: _, ...chosen } = own ?? nothing
  const numbers = own && (await findQuotaAt(db, { clientId: client.id, membershipId }))
  const bought = await findBought(db, client.id)
  const visible = await visibleInventories(db, client.id)
  const tests = (await currentVersions(db)).filter(
    ({ inventoryId, definition }) => visible.has(inventoryId) && !definition.sensitive,
  )
  return {
    ...chosen,
    receives: own !== undefined,
    timeZone: client.timeZone,
    quotaAt: tests.map((version) => ({
      inventory: {
        id: version.inventoryId,
        code: version.definition.code,
        name: nameOf(version, locale),
      },
      units: numbers?.get(version.inventoryId) ?? null,
      bought: bought.get(version.inventoryId) ?? 0,
    })),
  }
}

/**
 * Chooses mails for the caller.
 * @throws Failure not_a_manager for an admin; FieldFailure for a test that there is not
 */
export async function changeSettings(
  tx: Tx,
  client: AuthorizedClient,
  body: BodyOf<typeof setNotifications>,
  actor: Actor,
): Promise<NotificationSettings> {
  await lockChoices(tx, client.id, actor)
  const own = await findOwn(tx, client.id, actor)
  if (own === undefined) throw new Failure('not_a_manager')
  const numbers = new Map((body.quotaAt ?? []).map((one) => [one.inventoryId, one]))
  await refuseUnknownInventories(tx, [...numbers.keys()])
  const key = { clientId: client.id, membershipId: own.membershipId }
  await refuseAlwaysLow(tx, key, body.quotaAt ?? [])
  const {
    finished = own.finished,
    quota = own.quota,
    requests = own.requests,
    transfers = own.transfers,
  } = body
  await putSettings(tx, key, { finished, quota, requests, transfers })
  if (numbers.size > 0) await putQuotaAt(tx, key, [...numbers.values()])
  // A quota that is low while its number is chosen is on the screen: the next mail is about the next time.
  await markLowQuota(tx, client.id, key)
  await recordAudit(tx, {
    action: 'notifications_changed',
    by: actor,
    clientId: client.id,
    details: { fields: Object.keys(body) },
  })
  return ownSettings(tx, client, undefined, actor)
}

/** @throws FieldFailure for a changed number that the quota never exceeds: it would be low from the start, and no mail would come */
async function refuseAlwaysLow(
  tx: Tx,
  key: { clientId: string; membershipId: string },
  quotaAt: NonNullable<BodyOf<typeof setNotifications>['quotaAt']>,
): Promise<void> {
  const bought = await findBought(tx, key.clientId)
  // One that was chosen when it could come, and is only sent along, mustn't hold up the other choices.
  const chosen = await findQuotaAt(tx, key)
  const wrong = quotaAt.flatMap(({ inventoryId, units }, at) => {
    const limit = bought.get(inventoryId) ?? 0
    const stays = chosen.get(inventoryId) === units
    return units === null || limit === 0 || units < limit || stays
      ? []
      : [[`quotaAt.${at}.units`, limit] as const]
  })
  if (wrong.length === 0) return
  throw new FieldFailure(
    Object.fromEntries(wrong.map(([field, limit]) => [field, { key: 'below_bought', variables: { limit } }])),
  )
}

/** Forgets what a manager chose, when they leave. */
export async function endNotifications(tx: Executor, key: Key): Promise<void> {
  await deleteSettings(tx, key)
}
