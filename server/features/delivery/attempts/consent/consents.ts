import type { OwnConsent } from '#contract/consents.ts'
import type { Locale } from '#contract/fields.ts'
import { requireOwnMailbox } from '#server/authority/proof.ts'
import type { Executor } from '#server/db/database.ts'
import { beforeTest } from '#server/features/inventories/before-test.ts'
import { textWith } from '#server/features/inventories/recipients.ts'
import { getVersion, nameOf, type Version } from '#server/features/inventories/versions.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure } from '#server/http/failure.ts'
import type { Slice } from '#server/http/pages.ts'
import { subject } from '#server/http/subject.ts'
import {
  type ConsentRow,
  findConsented,
  findConsenting,
  findOwnConsents,
  lockExplicit,
  markWithdrawn,
} from './consent-queries.ts'

type Withdrawal = NonNullable<OwnConsent['withdrawal']>

const whoseOf = ({ userId, invitationClientId: clientId, tablet }: Caller) => ({
  userId,
  clientId,
  testDayId: tablet?.testDayId,
})

/**
 * The texts that somebody has read and agreed to, as they were then; tests and scales are named in the reader's
 * language. Texts that are missing were declined.
 * @throws Failure identity_needed
 */
export async function ownConsents(
  db: Executor,
  caller: Caller,
  locale: Locale,
  order: 'acceptedAt' | '-acceptedAt',
  slice: Slice,
): Promise<{ count: number; rows: OwnConsent[] }> {
  requireOwnMailbox(caller)
  const { count, rows } = await findOwnConsents(db, whoseOf(caller), order, slice)
  return { count, rows: await Promise.all(rows.map((row) => toConsent(db, row, locale))) }
}

async function toConsent(db: Executor, row: ConsentRow, locale: Locale): Promise<OwnConsent> {
  const version = await getVersion(db, row.version_id)
  const { definition } = version
  const shown = beforeTest(definition, row.locale).notices.find(({ id }) => id === row.notice_id)
  return {
    assignmentId: row.assignment_id,
    client: { id: row.client_id, name: row.client_name, timeZone: row.time_zone },
    inventory: { code: definition.code, name: nameOf(version, locale) },
    notice: {
      id: row.notice_id,
      version: row.notice_version,
      kind: row.kind,
      title: shown?.title ?? '',
      text: textWith(shown?.text ?? '', row.recipients_text),
    },
    locale: row.locale,
    textHash: row.text_hash.toString('hex'),
    acceptedAt: row.accepted_at.toISOString(),
    deviceAcceptedAt: row.device_accepted_at?.toISOString() ?? null,
    device: row.device,
    channel: row.channel,
    withdrawnAt: row.withdrawn_at?.toISOString() ?? null,
    withdrawal: row.kind === 'explicit_consent' ? await toWithdrawal(db, row, version, locale) : null,
  }
}

async function toWithdrawal(
  db: Executor,
  row: ConsentRow,
  version: Version,
  locale: Locale,
): Promise<Withdrawal> {
  const { whole, scales } = await coverOf(db, row.explicit)
  const names = version.definition.texts[locale].scales
  return { scales: whole ? [] : scales.map((key) => names?.[key]?.name ?? key), held: row.held }
}

/**
 * An assignment of the caller's whose consent they may withdraw; also where they don't belong to the client any more.
 * @throws Failure not_found for somebody else's and for none at all, alike
 */
async function authorizeConsenting(db: Executor, caller: Caller, assignmentId: string) {
  const found = await findConsenting(db, whoseOf(caller), assignmentId)
  if (found === undefined) throw new Failure('not_found')
  return found
}

export const onConsenting = subject(
  'ownAssignment',
  (db, caller: Caller, { assignmentId }: { assignmentId: string }) =>
    authorizeConsenting(db, caller, assignmentId),
  ({ clientId }) => clientId,
)

/** The scope of a test's explicit consents: the whole test, or the scales that they name. */
interface Cover {
  readonly whole: boolean
  readonly scales: readonly string[]
  /** The test's, in a list for consents of none. */
  readonly inventoryIds: readonly string[]
}

export interface Covered extends Cover {
  /** The number of consents that were not withdrawn. */
  readonly open: number
}

/** @returns undefined where no explicit consent was given */
export async function coveredByConsent(
  tx: Executor,
  key: { clientId: string; assignmentId: string },
): Promise<Covered | undefined> {
  const consents = await lockExplicit(tx, key)
  if (consents.length === 0) return undefined
  const cover = await coverOf(tx, consents)
  return { ...cover, open: consents.filter(({ withdrawn }) => !withdrawn).length }
}

async function coverOf(
  db: Executor,
  consents: readonly { noticeId: string; versionId: string }[],
): Promise<Cover> {
  const scales: string[] = []
  const inventoryIds: string[] = []
  let whole = false
  for (const { noticeId, versionId } of consents) {
    const { definition, inventoryId } = await getVersion(db, versionId)
    inventoryIds.push(inventoryId)
    const notice = definition.notices.find(({ id }) => id === noticeId)
    if (notice?.scales === undefined) whole = true
    else for (const scale of notice.scales) scales.push(scale)
  }
  return { whole, scales: [...new Set(scales)], inventoryIds: [...new Set(inventoryIds)] }
}

/** The next tests of a client with explicit consents, without those that were erased. */
export const consentedTests = findConsented

/** Puts on record that the explicit consents of a test are withdrawn. */
export const withdrawConsents = markWithdrawn
