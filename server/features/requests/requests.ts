import type { Locale } from '#contract/fields.ts'
import type { BodyOf } from '#contract/kit.ts'
import {
  answerDays,
  type makeRequest as makeRequestCall,
  type OwnRequest,
  type PersonRequest,
  type RequestKind,
} from '#contract/requests.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Database } from '#server/db/database.ts'
import { erasePerson } from '#server/features/erasure/erase.ts'
import { getVersion, nameOf } from '#server/features/inventories/versions.ts'
import { take } from '#server/features/throttles/throttles.ts'
import type { Caller } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { addJob } from '#server/jobs/add.ts'
import { sendRequestAnswer, sendRequestReceived } from './jobs.ts'
import {
  findOwnMemberships,
  findRequest,
  hasAssignment,
  insertRequest,
  type RequestRow,
  writeDecision,
  writeIdentity,
} from './queries.ts'

export const ownRequestObject = (row: RequestRow): OwnRequest => ({
  id: row.id,
  client: { id: row.clientId, name: row.clientName },
  kind: row.kind,
  message: row.message,
  createdAt: row.createdAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  decision: row.decision,
  reason: row.reason,
  decidedAt: row.decidedAt?.toISOString() ?? null,
})

export async function requestObject(db: Database, row: RequestRow, locale: Locale): Promise<PersonRequest> {
  const version = row.versionId === null ? undefined : await getVersion(db, row.versionId)
  return {
    ...ownRequestObject(row),
    person: { membershipId: row.membershipId, userId: row.userId, name: row.name, email: row.email ?? '' },
    test:
      row.assignmentId === null || version === undefined
        ? null
        : {
            assignmentId: row.assignmentId,
            code: version.definition.code,
            name: nameOf(version, locale),
          },
    identity: row.identity,
    identityAt: row.identityAt?.toISOString() ?? null,
    identityBy: row.identityBy,
    decidedBy: row.decidedBy,
  }
}

/** With which memberships a caller may ask. @throws Failure not_found for somebody who belongs to no client */
export async function membershipsOfCaller(db: Database, { userId, invitationClientId: clientId }: Caller) {
  const memberships = await findOwnMemberships(db, { userId, clientId })
  if (memberships.length === 0) throw new Failure('not_found')
  return memberships
}

/**
 * Records what somebody asks about their own data, and tells the client's managers.
 * @throws FieldFailure where the client is not named and not clear, or the test is not theirs
 */
export async function makeRequest(
  db: Database,
  memberships: Awaited<ReturnType<typeof membershipsOfCaller>>,
  asked: BodyOf<typeof makeRequestCall>,
  by: By & { proved: boolean },
): Promise<{ id: string; dueAt: string }> {
  const wanted = asked.clientId ?? (memberships.length === 1 ? memberships[0]?.clientId : undefined)
  const membership = memberships.find((one) => one.clientId === wanted)
  if (membership === undefined) throw new FieldFailure({ clientId: { key: 'unknown_client' } })
  const { clientId, id: membershipId, locale } = membership
  const assignmentId = asked.assignmentId ?? null
  if (
    assignmentId !== null &&
    !(asked.kind === 'objection' && (await hasAssignment(db, { clientId, membershipId, assignmentId })))
  )
    throw new FieldFailure({ assignmentId: { key: 'unknown_test' } })
  await take(db, [{ key: `person-request:${by.userId}`, atMost: 10, seconds: 86_400 }])
  return db.transaction().execute(async (tx) => {
    const { kind, message = '' } = asked
    const row = {
      clientId,
      membershipId,
      kind,
      message,
      assignmentId,
      locale,
      days: answerDays,
      proved: by.proved,
    }
    const { id, dueAt } = await insertRequest(tx, row)
    await recordAudit(tx, {
      ...{ action: 'request_made', reason: kind, actorId: by.userId, subjectId: by.userId },
      ...{ clientId, address: by.address },
    })
    await addJob(tx, sendRequestReceived, { clientId, requestId: id })
    return { id, dueAt: dueAt.toISOString() }
  })
}

/** A request that the caller may decide: of a client of theirs. @throws Failure not_found */
export async function authorizeRequest(db: Database, caller: Caller, requestId: string) {
  const row = await findRequest(db, requestId)
  if (row === undefined) throw new Failure('not_found')
  return { row, client: await authorizeClient(db, caller, row.clientId) }
}

interface By {
  userId: string
  address: string
}
type Authorized = Awaited<ReturnType<typeof authorizeRequest>>

async function lock(tx: Parameters<typeof findRequest>[0], id: string): Promise<RequestRow> {
  const row = await findRequest(tx, id, { lock: true })
  if (row === undefined) throw new Failure('not_found')
  if (row.decision !== null) throw new Failure('request_decided')
  return row
}

/** Records that somebody at the desk has checked who asks. @throws Failure request_decided */
export async function checkIdentity(db: Database, { row, client }: Authorized, by: By): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { identity, userId } = await lock(tx, row.id)
    if (identity !== null) return
    await writeIdentity(tx, { clientId: client.id, id: row.id, by: by.userId })
    await recordAudit(tx, {
      ...{ action: 'request_identity_checked', reason: row.kind, actorId: by.userId, subjectId: userId },
      ...{ clientId: client.id, address: by.address },
    })
  })
}

/** What must not be done for somebody who only says who they are. */
const needsIdentity: readonly RequestKind[] = ['access', 'erasure']

/**
 * Decides a request, does what an accepted erasure asks for, and mails the answer.
 * @param key the installation's, for the mark of an erasure
 * @throws Failure request_decided, identity_not_checked, on_hold
 */
export async function decideRequest(
  db: Database,
  key: Buffer,
  { row, client }: Authorized,
  { decision, reason }: { decision: 'accepted' | 'refused'; reason: string },
  by: By,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { kind, identity, userId, membershipId, name, email, locale, clientName } = await lock(tx, row.id)
    const accepted = decision === 'accepted'
    if (accepted && identity === null && needsIdentity.includes(kind))
      throw new Failure('identity_not_checked')
    const erases = accepted && kind === 'erasure'
    await recordAudit(tx, {
      ...{ action: 'request_decided', reason: decision, actorId: by.userId, subjectId: userId },
      ...{ clientId: client.id, address: by.address, details: { kind } },
    })
    // Its reason may name the person, so of an erasure the mail alone has it.
    const kept = { decision, reason: erases ? '' : reason, by: by.userId }
    await writeDecision(tx, { clientId: client.id, id: row.id }, kept)
    if (erases) await erasePerson(tx, key, client, membershipId, { ...by, reason: 'request' })
    // After the erasure, which removes what waits for this address.
    if (email !== null)
      await addJob(tx, sendRequestAnswer, {
        ...{ to: { name, address: email }, userId, locale, client: clientName, kind, decision, reason },
      })
  })
}
