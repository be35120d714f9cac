import { isOperator } from '#contract/access.ts'
import type { Locale } from '#contract/fields.ts'
import type { AnswerOf, BodyOf, QueryOf } from '#contract/kit.ts'
import {
  answerDays,
  type checkIdentity as checkIdentityCall,
  type decideRequest as decideRequestCall,
  type listOwnRequests,
  type listRequests,
  type makeRequest as makeRequestCall,
  needsIdentity,
  type OwnRequest,
  type PersonRequest,
} from '#contract/requests.ts'
import { recordAudit } from '#server/audit/audit.ts'
import { authorizeClient } from '#server/authority/client.ts'
import type { Database, Executor, Tx } from '#server/db/database.ts'
import { revokeFactor } from '#server/features/access/second-factor/revoke.ts'
import { endAllSessions } from '#server/features/access/sessions/sessions.ts'
import { confirmAtDesk } from '#server/features/access/users/users.ts'
import { getVersion, nameOf } from '#server/features/inventories/versions.ts'
import { erasePerson, lockPerson, waitToErase } from '#server/features/privacy/erasure/erase.ts'
import { withdrawAll } from '#server/features/privacy/erasure/withdraw.ts'
import { answerToHandOver } from '#server/features/privacy/request-answers/emails.ts'
import { sendRequestAnswer } from '#server/features/privacy/request-answers/jobs.ts'
import { isReaderAt } from '#server/http/caller.ts'
import { Failure, FieldFailure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import { addJob } from '#server/jobs/add.ts'
import { take } from '#server/throttles/throttles.ts'
import type { AuthorizedRequest } from './access.ts'
import { dataUntil, downloadsThemselves } from './hand-out.ts'
import { sendRequestMade, sendRequestReceived } from './jobs.ts'
import {
  findMembershipOfTest,
  findRequest,
  findRequests,
  findSameWaiting,
  insertRequest,
  type OwnMembership,
  type RequestRow,
  writeDecision,
  writeIdentity,
} from './queries.ts'

/** @param proved a slip in other hands tells that somebody asks, and not what they or the client wrote */
export const ownRequestObject = (row: RequestRow, { proved }: { proved: boolean }): OwnRequest => ({
  id: row.id,
  client: { id: row.clientId, name: row.clientName, timeZone: row.timeZone },
  kind: row.kind,
  message: proved ? row.message : '',
  channel: row.channel,
  receivedOn: row.receivedOn,
  createdAt: row.createdAt.toISOString(),
  dueAt: row.dueAt.toISOString(),
  decision: row.decision,
  reason: proved ? row.reason : '',
  decidedAt: row.decidedAt?.toISOString() ?? null,
})

/** The answer that has to be delivered in person. An erased one has lost its words. */
function handOverOf({ decision, answeredBy, reason, locale, clientName: client, ...row }: RequestRow) {
  if (decision === null || answeredBy !== 'hand' || reason === '') return null
  return answerToHandOver(locale, {
    name: row.name,
    client,
    kind: row.kind,
    decision,
    reason,
    erased: row.erased,
  })
}

async function requestObject(db: Executor, row: RequestRow, locale: Locale): Promise<PersonRequest> {
  const version = row.versionId === null ? undefined : await getVersion(db, row.versionId)
  return {
    ...ownRequestObject(row, { proved: true }),
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
    identityNote: row.identityNote,
    enteredBy: row.enteredBy,
    decidedBy: row.decidedBy,
    answerTo: row.knownAddress === null ? null : row.email,
    answeredBy: row.answeredBy,
    handOver: handOverOf(row),
    dataUntil: dataUntil(row),
    downloadsThemselves: downloadsThemselves(row),
  }
}

/**
 * Records what somebody asks about their own data, tells the people at the desk, and confirms it. Asked twice, it waits once.
 * @throws FieldFailure where the client is not named and not clear, or the test is not theirs
 */
export async function makeRequest(
  db: Database,
  memberships: readonly OwnMembership[],
  asked: BodyOf<typeof makeRequestCall>,
  actor: Actor,
): Promise<AnswerOf<typeof makeRequestCall>> {
  const { userId, caller } = actor
  const wanted = asked.clientId ?? (memberships.length === 1 ? memberships[0]?.clientId : undefined)
  const membership = memberships.find((one) => one.clientId === wanted)
  if (membership === undefined) throw new FieldFailure({ clientId: { key: 'unknown_client' } })
  const { clientId, locale, timeZone } = membership
  const assignmentId = asked.assignmentId ?? null
  const membershipId =
    assignmentId === null ? membership.id : await findMembershipOfTest(db, { clientId, userId, assignmentId })
  if (membershipId === undefined || (assignmentId !== null && asked.kind !== 'objection'))
    throw new FieldFailure({ assignmentId: { key: 'unknown_test' } })
  await take(db, [{ key: `person-request:${userId}`, atMost: 10, seconds: 86_400 }])
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
      provedBy: caller.proved ? caller.tokenHash : null,
    }
    const same = await findSameWaiting(tx, row)
    if (same !== undefined) return { id: same.id, dueAt: same.dueAt.toISOString(), timeZone }
    const { id, dueAt, identity } = await insertRequest(tx, row)
    await recordAudit(tx, {
      action: 'request_made',
      reason: kind,
      by: actor,
      subjectId: userId,
      clientId,
      details: { request: id, identity },
    })
    await addJob(tx, sendRequestReceived, { clientId, requestId: id })
    await addJob(tx, sendRequestMade, { clientId, requestId: id })
    return { id, dueAt: dueAt.toISOString(), timeZone }
  })
}

/** The request after a change in the same transaction. */
async function changed(tx: Tx, { row: { id } }: AuthorizedRequest, locale: Locale): Promise<PersonRequest> {
  const row = await findRequest(tx, id)
  if (row === undefined) throw new Failure('not_found')
  return requestObject(tx, row, locale)
}

export async function ownRequests(
  db: Executor,
  _platform: undefined,
  query: QueryOf<typeof listOwnRequests>,
  { caller }: Actor,
) {
  const whose = { person: { userId: caller.userId, clientId: caller.invitationClientId } }
  const { count, rows } = await findRequests(db, whose, {}, query.ordering ?? '-createdAt', sliceOf(query))
  return { count, rows: rows.map((row) => ownRequestObject(row, caller)) }
}

/** @throws Failure read_only for readers, whose matter no request is */
async function authorizeDesk(db: Executor, caller: Actor['caller'], clientId: string) {
  const client = await authorizeClient(db, caller, clientId)
  if (isReaderAt(caller, clientId)) throw new Failure('read_only')
  return client
}

export async function requestsAtDesk(
  db: Executor,
  _platform: undefined,
  query: QueryOf<typeof listRequests>,
  { caller, locale }: Actor,
) {
  const whose =
    query.client !== undefined
      ? { client: await authorizeDesk(db, caller, query.client) }
      : isOperator(caller)
        ? {}
        : { manager: caller }
  const found = await findRequests(db, whose, query, query.ordering ?? 'dueAt', sliceOf(query))
  return {
    count: found.count,
    rows: await Promise.all(found.rows.map((row) => requestObject(db, row, locale))),
  }
}

async function lock(tx: Parameters<typeof findRequest>[0], id: string): Promise<RequestRow> {
  const row = await findRequest(tx, id, { lock: 'request' })
  if (row === undefined) throw new Failure('not_found')
  if (row.decision !== null) throw new Failure('request_decided')
  return row
}

/** Records how somebody at the desk has checked who asks. @throws Failure request_decided */
export async function checkIdentity(
  tx: Tx,
  subject: AuthorizedRequest,
  { way, note = '', addressConfirmed }: BodyOf<typeof checkIdentityCall>,
  actor: Actor,
): Promise<PersonRequest> {
  const { locale } = actor
  const { row, client } = subject
  const { identity, userId, kind, email } = await lock(tx, row.id)
  if (identity !== null) return changed(tx, subject, locale)
  const check = { way, note, email: addressConfirmed === true ? email : null, by: actor.userId }
  await writeIdentity(tx, { clientId: client.id, id: row.id }, check)
  // Confirming an address ends all sessions, as a link opened there does: earlier ones were not proved to be the person's.
  if (check.email !== null && (await confirmAtDesk(tx, userId, check.email))) {
    await endAllSessions(tx, userId)
    await revokeFactor(tx, userId, actor)
  }
  await recordAudit(tx, {
    action: 'request_identity_checked',
    reason: way,
    by: actor,
    subjectId: userId,
    clientId: client.id,
    details: { request: row.id, kind, addressConfirmed: check.email !== null },
  })
  return changed(tx, subject, locale)
}

/**
 * Decides a request, does what an accepted erasure or withdrawal asks for, and mails the answer where the client knows an
 * address of theirs. Else the answer to hand over comes back; of an erasure it is nowhere else.
 * @throws Failure request_decided, identity_not_checked, on_hold
 */
export async function decideRequest(
  tx: Tx,
  subject: AuthorizedRequest,
  { decision, reason }: BodyOf<typeof decideRequestCall>,
  actor: Actor,
  { deps }: Context,
): Promise<PersonRequest> {
  const handOver = await decide(tx, deps.config.slipKey, subject, { decision, reason }, actor)
  return { ...(await changed(tx, subject, actor.locale)), handOver }
}

async function decide(
  tx: Tx,
  key: Buffer,
  { row: { id, kind: asked, membershipId: asker }, client }: AuthorizedRequest,
  { decision, reason }: BodyOf<typeof decideRequestCall>,
  actor: By,
): Promise<string | null> {
  // Before the request, and the person too: an erasure of theirs, which decides it, locks in this order.
  if (decision === 'accepted' && asked === 'erasure') await waitToErase(tx, client)
  if (decision === 'accepted' && (asked === 'erasure' || asked === 'withdrawal'))
    await lockPerson(tx, client, asker)
  const row = await lock(tx, id)
  const { kind, userId, membershipId, name, locale, clientName } = row
  const accepted = decision === 'accepted'
  if (accepted && row.identity === null && needsIdentity(kind)) throw new Failure('identity_not_checked')
  const erases = accepted && kind === 'erasure'
  const address = row.knownAddress
  const answeredBy = address === null ? ('hand' as const) : ('mail' as const)
  await recordAudit(tx, {
    action: 'request_decided',
    reason: decision,
    by: actor,
    subjectId: userId,
    clientId: client.id,
    details: { request: id, kind, answeredBy },
  })
  // Its reason may name the person, so of an erasure the answer alone has it.
  const decided = { decision, reason: erases ? '' : reason, by: actor.userId, answeredBy }
  await writeDecision(tx, { clientId: client.id, id }, decided)
  if (erases) await erasePerson(tx, key, client, membershipId, { ...actor, reason: 'request' })
  if (accepted && kind === 'withdrawal') await withdrawAll(tx, key, { clientId: client.id, userId })
  const answer = { client: clientName, kind, decision, reason }
  if (address === null) return answerToHandOver(locale, { ...answer, name, erased: erases })
  // After the erasure, which removes what waits for this address.
  const member = erases ? null : { clientId: client.id, membershipId }
  const opensData = accepted && kind === 'access' && row.reachesOwnData
  const to = { name, address }
  await addJob(tx, sendRequestAnswer, { ...answer, to, userId, locale, member, opensData })
  return null
}
