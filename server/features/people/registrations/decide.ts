import type { AnswerOf, BodyOf } from '#contract/kit.ts'
import type { decideRegistrants, Undecided } from '#contract/registrations.ts'
import { type Doer, recordAudit, system } from '#server/audit/audit.ts'
import { type AuthorizedClient, clientOfJob } from '#server/authority/client.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { repeated } from '#server/db/repeated.ts'
import { todayIn } from '#server/features/assignments/due.ts'
import { requireActive } from '#server/features/assignments/state.ts'
import type { Actor, By, Context } from '#server/http/subject.ts'
import { isolated } from '#server/jobs/isolated.ts'
import { type Accepting, accept } from './accept.ts'
import type { AuthorizedRegistration } from './access.ts'
import type { RegistrationRow } from './queries.ts'
import {
  deleteRegistrant,
  findRegistrant,
  findUndecided,
  markDecided,
  type RegistrantRow,
  type UndecidedKey,
} from './registrant-queries.ts'
import { locked, releasePlaces } from './registrations.ts'

/** Accepts or refuses people, each in a transaction of their own: what was done before a failure stays done. */
export async function decide(
  db: Database,
  { client, row: { id: registrationId } }: AuthorizedRegistration,
  { decision, registrantIds }: BodyOf<typeof decideRegistrants>,
  { userId, address }: Actor,
  { deps }: Context,
): Promise<AnswerOf<typeof decideRegistrants>> {
  if (decision === 'accept') requireActive(client)
  const by = { userId, address, slipKey: deps.config.slipKey }
  const skipped = new Map<Undecided, number>()
  let done = 0
  for (const id of new Set(registrantIds)) {
    const problem = await repeated(() =>
      db.transaction().execute((tx) => decideOne(tx, client, { registrationId, id }, by, decision)),
    )
    if (problem === undefined) done += 1
    else skipped.set(problem, (skipped.get(problem) ?? 0) + 1)
  }
  return { done, skipped: [...skipped].map(([reason, count]) => ({ reason, count })) }
}

async function decideOne(
  tx: Executor,
  client: AuthorizedClient,
  { registrationId, id }: { registrationId: string; id: string },
  by: By & Pick<Accepting, 'slipKey'>,
  decision: 'accept' | 'refuse',
): Promise<Undecided | undefined> {
  const row = await locked(tx, { clientId: client.id, id: registrationId })
  const registrant = await findRegistrant(tx, { clientId: client.id, registrationId, id })
  if (registrant === undefined) return 'not_found'
  if (registrant.state !== 'waiting') return 'decided'
  return decision === 'accept'
    ? acceptWaiting(tx, client, row, registrant, by)
    : refuseWaiting(tx, client, row, registrant, by)
}

async function acceptWaiting(
  tx: Executor,
  client: AuthorizedClient,
  row: RegistrationRow,
  registrant: RegistrantRow,
  by: By & Pick<Accepting, 'slipKey'>,
): Promise<Undecided | undefined> {
  if (
    row.test_day_id === null &&
    row.due_date !== null &&
    row.due_date < (await todayIn(tx, client.timeZone))
  )
    return 'past_due'
  const accepted = await accept(tx, client, row, registrant, { by: by.userId, slipKey: by.slipKey })
  if (typeof accepted === 'string') return accepted
  const { membershipId } = accepted
  await markDecided(
    tx,
    { clientId: client.id, id: registrant.id },
    { state: 'accepted', membershipId, by: by.userId },
  )
  await recordAudit(tx, {
    action: 'registrant_accepted',
    by,
    subjectId: accepted.userId,
    clientId: client.id,
    ...(accepted.otherName && { reason: 'other_name' }),
    details: { note: row.name, registrant: registrant.id },
  })
  return undefined
}

async function refuseWaiting(
  tx: Executor,
  client: AuthorizedClient,
  row: RegistrationRow,
  registrant: RegistrantRow,
  by: Doer,
): Promise<undefined> {
  const key = { clientId: client.id, id: registrant.id }
  await markDecided(tx, key, { state: 'refused', membershipId: null, by: by.userId })
  // While it is open somebody else may have the place.
  if (row.closed_at !== null) await releasePlaces(tx, row, by.userId, 1)
  await recordAudit(tx, {
    action: 'registrant_refused',
    by,
    clientId: client.id,
    details: { note: row.name, registrant: registrant.id },
  })
}

const atOnce = 100

/**
 * Forgets who was neither accepted nor refused within a day: their place is free again, and of a closed registration its units
 * return.
 * @returns how many
 * @throws AggregateError with what failed, once everybody else is done
 */
export async function forgetUndecided(db: Database): Promise<number> {
  const failures: unknown[] = []
  let done = 0
  let after: UndecidedKey | undefined
  for (;;) {
    const found = await findUndecided(db, { after, limit: atOnce })
    if (found.length === 0) break
    // Somebody who can't be forgotten now keeps nobody else, also of those after them.
    await isolated(found, async (one) => {
      if (await forgetOne(db, one)) done += 1
    }).catch((error: unknown) => failures.push(error))
    after = found.at(-1)
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `applicants could not be forgotten: ${String(failures[0])}`)
  return done
}

/** @returns false for somebody who was decided on meanwhile */
async function forgetOne(db: Database, { clientId, registrationId, id }: UndecidedKey): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const client = await clientOfJob(tx, clientId)
    const row = await locked(tx, { clientId, id: registrationId })
    const registrant = await findRegistrant(tx, { clientId, registrationId, id })
    if (registrant?.state !== 'waiting') return false
    await refuseWaiting(tx, client, row, registrant, system)
    await deleteRegistrant(tx, { clientId, id })
    return true
  })
}
