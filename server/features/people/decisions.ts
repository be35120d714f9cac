import { type decidePeople, type decidePerson, type listDecisions, maxDecided } from '#contract/decisions.ts'
import type { AnswerOf, BodyOf, QueryOf } from '#contract/kit.ts'
import { recordAudit } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import { idInReach } from '#server/authority/reach.ts'
import type { Executor, Tx } from '#server/db/database.ts'
import { newId } from '#server/db/ids.ts'
import { chosenMembers } from '#server/features/memberships/chosen.ts'
import type { ChosenMembers } from '#server/features/memberships/filter.ts'
import { FieldFailure } from '#server/http/failure.ts'
import { sliceOf } from '#server/http/pages.ts'
import type { Actor, By } from '#server/http/subject.ts'
import { type AuthorizedPerson, getMember, type ReadablePerson } from './access.ts'
import { toPersonDetails } from './change-member.ts'
import {
  findDecisions,
  insertDecisions,
  lockBegunTests,
  lockDecided,
  setDecision,
} from './decision-queries.ts'

interface Wanted {
  decision: BodyOf<typeof decidePerson>['decision']
  note?: string | undefined
  makeEmployee?: boolean | undefined
}

/**
 * Decides about one person. The audit log has the decision and never its note, which ends with an erasure.
 * @throws FieldFailure for an employee who is not hired
 */
export async function decideAboutPerson(
  tx: Tx,
  { client, member }: AuthorizedPerson,
  wanted: BodyOf<typeof decidePerson>,
  by: Actor,
): Promise<AnswerOf<typeof decidePerson>> {
  const { decided, employees } = await decide(
    tx,
    client,
    { membershipIds: [member.membership_id] },
    wanted,
    by,
  )
  const entry = { by, subjectId: member.user_id, clientId: client.id }
  if (decided > 0) await recordAudit(tx, { ...entry, action: 'person_decided', reason: wanted.decision })
  if (employees > 0)
    await recordAudit(tx, { ...entry, action: 'person_changed', details: { fields: ['role'] } })
  return toPersonDetails(await getMember(tx, client, member.membership_id), by.caller)
}

/** Decides the same about many people. @throws FieldFailure as above, and for a filter that nobody or too many match */
export async function decideAboutPeople(
  tx: Tx,
  client: AuthorizedClient,
  body: BodyOf<typeof decidePeople>,
  by: By,
): Promise<AnswerOf<typeof decidePeople>> {
  const { decided, employees } = await decide(tx, client, await chosenMembers(tx, client, body), body, by)
  if (decided + employees > 0)
    await recordAudit(tx, {
      action: 'people_decided',
      reason: body.decision,
      by,
      clientId: client.id,
      details: { quantity: decided, employees },
    })
  return { decided, employees }
}

async function decide(
  tx: Tx,
  client: AuthorizedClient,
  chosen: ChosenMembers,
  { decision, note = '', makeEmployee = false }: Wanted,
  by: By,
): Promise<{ decided: number; employees: number }> {
  if (makeEmployee && decision !== 'hired') throw new FieldFailure({ makeEmployee: { key: 'not_permitted' } })
  const people = await lockDecided(tx, client, chosen, maxDecided + 1)
  if (people.length > maxDecided)
    throw new FieldFailure({ filter: { key: 'too_many_match', variables: { limit: maxDecided } } })
  const changed = people.filter((one) => one.decision !== decision || one.note !== note)
  const added = changed.map(({ id: membershipId }) => ({ id: newId(), membershipId }))
  await insertDecisions(tx, client, added, { decision, note, by: by.userId })
  const employees = makeEmployee ? people.filter(({ role }) => role === 'candidate') : []
  await lockBegunTests(
    tx,
    client,
    employees.map(({ id }) => id),
  )
  const ids = people.map(({ id }) => id)
  await setDecision(tx, client, ids, { decision, makeEmployees: makeEmployee })
  return { decided: changed.length, employees: employees.length }
}

/** The decisions about a person, one page of them. */
export async function decisionsOf(
  db: Executor,
  { client, member }: ReadablePerson,
  query: QueryOf<typeof listDecisions>,
) {
  const oldestFirst = query.ordering === 'at'
  const slice = { ...sliceOf(query), oldestFirst }
  const { count, rows } = await findDecisions(db, idInReach(client), member.membership_id, slice)
  return { count, rows: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) }
}
