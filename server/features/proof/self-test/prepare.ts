import type { Definition } from '#scoring/definition/definition.ts'
import type { GoldenCase } from '#scoring/definition/golden-schema.ts'
import { recordAudit, system } from '#server/audit/audit.ts'
import { clientOfJob } from '#server/authority/client.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { endAllSessions } from '#server/features/access/sessions/sessions.ts'
import { assign } from '#server/features/assignments/assign.ts'
import { currentVersions, type Version } from '#server/features/inventories/versions.ts'
import { createLink } from '#server/features/memberships/links/links.ts'
import { addMembers } from '#server/features/people/members.ts'
import { addQuota } from '#server/features/quota/quotas.ts'
import {
  type Candidate,
  deleteLinks,
  findAvailable,
  findCandidate,
  findOrAddClient,
  lockSelfTest,
  markSynthetic,
} from './queries.ts'

/** Names for people who read the database. No screen has them. */
const clientName = 'Terazi: own test'
export const candidateName = 'Terazi'
/** Units for a month of tests; with fewer than a day's, more come. */
const units = { low: 24, added: 720 }
const linkMinutes = 10

/** A test that is ready to be taken. */
export interface Prepared extends Candidate {
  readonly clientId: string
  readonly assignmentId: string
  readonly path: string
  readonly version: Version
  readonly golden: GoldenCase
}

/** Tests that anybody may take and that have golden cases. */
const suits = ({ definition: { sensitive, scales, goldenCases = [] } }: Version) =>
  !sensitive && goldenCases.length > 0 && scales.every((scale) => scale.sensitive !== true)

/** One test after the other, and of each one case after the other. */
export async function chooseCase(
  db: Executor,
  turn: number,
): Promise<{ version: Version; golden: GoldenCase } | undefined> {
  const versions = (await currentVersions(db)).filter(suits)
  const all = versions.flatMap((version) =>
    casesOf(version.definition).map((golden) => ({ version, golden })),
  )
  return all[turn % Math.max(1, all.length)]
}

const casesOf = ({ goldenCases = [] }: Definition): readonly GoldenCase[] => goldenCases

/** Gives today's candidate a test, with a link that only this process knows. */
export function prepare(
  db: Database,
  { version, golden }: { version: Version; golden: GoldenCase },
): Promise<Prepared> {
  return db.transaction().execute(async (tx) => {
    await lockSelfTest(tx)
    const clientId = await findOrAddClient(tx, clientName)
    const client = await clientOfJob(tx, clientId)
    const candidate = (await findCandidate(tx, clientId)) ?? (await addCandidate(tx, clientId))
    const { userId } = candidate
    const { inventoryId } = version
    if ((await findAvailable(tx, clientId, inventoryId)) < units.low) {
      await addQuota(tx, { clientId, inventoryId, quantity: units.added, reason: '', addedBy: userId })
      const details = { code: version.definition.code, quantity: units.added }
      await recordAudit(tx, { action: 'quota_added', by: system, clientId, details })
    }
    const { added } = await assign(tx, client, {
      people: [candidate],
      inventoryIds: [inventoryId],
      dueDate: null,
      description: '',
      locale: 'tr',
      createdBy: userId,
    })
    const assignmentId = added[0]?.id
    if (assignmentId === undefined) throw new Error('the test was not assigned')
    const expiresAt = new Date(Date.now() + linkMinutes * 60_000)
    const { path } = await createLink(tx, {
      userId,
      clientId,
      purpose: 'invitation',
      createdBy: null,
      expiresAt,
      handedOver: true,
    })
    return { ...candidate, clientId, assignmentId, path, version, golden }
  })
}

async function addCandidate(tx: Tx, clientId: string): Promise<Candidate> {
  const row = { row: 0, name: candidateName, email: null, phone: '', staffNumber: '', group: '' }
  const [joined] = await addMembers(tx, clientId, { role: 'candidate', group: '', locale: 'tr' }, [row])
  if (joined === undefined || typeof joined.member === 'string') throw new Error('there is no candidate')
  await markSynthetic(tx, joined.member.keys.userId)
  return joined.member.keys
}

/** Ends the link and the session of a test, however it went. An invitation that is only ended would still show the receipt. */
export async function shut(db: Database, { userId }: Prepared): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await deleteLinks(tx, userId)
    await endAllSessions(tx, userId)
  })
}
