import { system } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Database, Executor } from '#server/db/database.ts'
import { endErased } from '#server/features/assignments/cancel.ts'
import { consentedTests } from '#server/features/delivery/attempts/consent/consents.ts'
import { Failure } from '#server/http/failure.ts'
import { clientForErasing, erasePerson, eraseTest, subjectOf } from './erase.ts'
import { type Erasure, findErasures, findUnerased, reasons } from './mark-queries.ts'
import { findMember } from './person-queries.ts'
import { eraseScalesAgain, eraseWithdrawnAgain, restrictAgain } from './withdraw.ts'

// After a restore from a backup people are back who were erased since. What was erased is known by marks alone, so a list of
// them names nobody and may be kept where the backups are.

export const markReasons = reasons

/** A mark of what was erased or hidden, as files keep it. */
export interface Mark {
  readonly client: string
  /** Base64 of the keyed hash. */
  readonly subject: string
  readonly reason: Erasure['reason']
}

const page = 1000
const by = { ...system, reason: 'restore' } as const

/** The marks of everything that was erased or hidden, in all clients. */
export async function marksOf(db: Database): Promise<Mark[]> {
  const marks: Mark[] = []
  let after: { clientId: string; subject: Buffer } | undefined
  for (;;) {
    const found = await findErasures(db, after, page)
    for (const { clientId, subject, reason } of found)
      marks.push({ client: clientId, subject: subject.toString('base64'), reason })
    after = found.at(-1)
    if (found.length < page) return marks
  }
}

/**
 * Erases again what these marks say was erased, each person and test in a transaction of its own. Calling it again changes
 * nothing. People under a legal hold are erased too: they had been before the hold that the backup has. A test whose consent was
 * withdrawn says so again, and what a legal hold alone kept is hidden again.
 * @param key the installation's: with another one no mark fits anything
 * @returns how many people, tests and single scales were erased, and how many tests were hidden in whole or in part
 */
export async function eraseAgain(
  db: Database,
  key: Buffer,
  marks: readonly Mark[],
): Promise<{ people: number; tests: number; scales: number; restricted: number }> {
  const done = { people: 0, tests: 0, scales: 0, restricted: 0 }
  for (const [clientId, ofClient] of Map.groupBy(marks, (mark) => mark.client)) {
    const wanted = new Map(ofClient.map((mark) => [mark.subject, mark.reason]))
    const reasonOf = (...parts: string[]) => wanted.get(subjectOf(key, ...parts).toString('base64'))
    const client = await clientForErasing(db, clientId).catch((error: unknown) => {
      // Made after the backup: nothing of it is back.
      if (error instanceof Failure && error.code === 'not_found') return undefined
      throw error
    })
    if (client === undefined) continue
    let after: string | undefined
    for (;;) {
      const found = await findUnerased(db, clientId, after, page)
      for (const { membershipId, assignmentIds } of found) {
        // Erasing another membership of theirs has erased this one, too.
        if ((await findMember(db, { clientId, membershipId })) === undefined) continue
        for (const assignmentId of assignmentIds) {
          const reason = reasonOf('test', clientId, assignmentId)
          if (reason === undefined) continue
          await db
            .transaction()
            .execute((tx) =>
              reason === 'withdrawal'
                ? eraseWithdrawnAgain(tx, key, client, assignmentId)
                : eraseTestAgain(tx, key, client, assignmentId),
            )
          done.tests += 1
        }
        if (reasonOf('person', clientId, membershipId) === undefined) continue
        await db.transaction().execute((tx) => erasePerson(tx, key, client, membershipId, by))
        done.people += 1
      }
      after = found.at(-1)?.membershipId
      if (found.length < page) break
    }
    for await (const assignmentId of consented(db, clientId)) {
      done.scales += await db
        .transaction()
        .execute((tx) =>
          eraseScalesAgain(
            tx,
            key,
            { clientId, assignmentId },
            (scale) => reasonOf('scale', clientId, assignmentId, scale) !== undefined,
          ),
        )
      if (reasonOf('restricted', clientId, assignmentId) === undefined) continue
      const hidden = await db.transaction().execute((tx) => restrictAgain(tx, key, client, assignmentId))
      if (hidden) done.restricted += 1
    }
  }
  return done
}

/** Nobody goes on with a test that the backup has from before its end: what they answered would never be erased. */
async function eraseTestAgain(
  tx: Executor,
  key: Buffer,
  client: AuthorizedClient,
  assignmentId: string,
): Promise<void> {
  await endErased(tx, client, assignmentId)
  await eraseTest(tx, key, client, assignmentId, by)
}

/** The tests of a client with explicit consents. */
async function* consented(db: Database, clientId: string): AsyncGenerator<string> {
  let after: string | undefined
  for (;;) {
    const found = await consentedTests(db, clientId, after, page)
    yield* found
    after = found.at(-1)
    if (found.length < page) return
  }
}
