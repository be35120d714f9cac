import type { FeedbackTest, setFeedback } from '#contract/feedback.ts'
import type { Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import type { ClientInventory } from '#server/features/inventories/access.ts'
import { visibleInventories } from '#server/features/inventories/offers.ts'
import { currentVersions, nameOf, type Version } from '#server/features/inventories/versions.ts'
import { Failure } from '#server/http/failure.ts'
import type { Actor, By } from '#server/http/subject.ts'
import { findFeedbackTests, isOn, putFeedback } from './queries.ts'

const toFeedbackTest = (version: Version, on: boolean, locale: Locale): FeedbackTest => ({
  inventory: {
    id: version.inventoryId,
    code: version.definition.code,
    name: nameOf(version, locale),
  },
  on,
  report: version.definition.participantReport,
})

/** Every test that a client knows of and that may have feedback. */
export async function feedbackTests(
  db: Executor,
  client: AuthorizedClient,
  _query: undefined,
  { locale }: Pick<Actor, 'locale'>,
): Promise<FeedbackTest[]> {
  const on = await findFeedbackTests(db, client.id)
  const visible = await visibleInventories(db, client.id)
  return (await currentVersions(db))
    .filter(({ inventoryId, definition }) => visible.has(inventoryId) && !definition.sensitive)
    .map((version) => toFeedbackTest(version, on.has(version.inventoryId), locale))
}

/** Lets people read feedback on a test, or ends that. @throws Failure feedback_sensitive */
export async function changeFeedback(
  tx: Tx,
  { client, version }: Pick<ClientInventory, 'client' | 'version'>,
  { on }: BodyOf<typeof setFeedback>,
  by: By & Pick<Actor, 'locale'>,
): Promise<FeedbackTest> {
  const { inventoryId, definition } = version
  if (definition.sensitive) throw new Failure('feedback_sensitive')
  if (await putFeedback(tx, { clientId: client.id, inventoryId, on }))
    await recordAudit(tx, {
      action: 'feedback_changed',
      reason: on ? 'set' : 'ended',
      by,
      clientId: client.id,
      details: { code: definition.code },
    })
  return toFeedbackTest(version, on, by.locale)
}

/** True when a person may read feedback on a result of this version: never on a sensitive test. */
export const hasFeedback = async (
  db: Executor,
  clientId: string,
  { inventoryId, definition }: Pick<Version, 'inventoryId' | 'definition'>,
): Promise<boolean> => !definition.sensitive && (await isOn(db, clientId, inventoryId))
