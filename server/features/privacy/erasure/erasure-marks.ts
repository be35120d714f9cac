import { system } from '#server/audit/audit.ts'
import type { AuthorizedClient } from '#server/authority/client.ts'
import type { Executor } from '#server/db/database.ts'
import { endErased } from '#server/features/assignments/cancel.ts'
import { consentedTests } from '#server/features/delivery/attempts/consent/consents.ts'
import { Failure } from '#server/http/failure.ts'
import { allMarks, type Mark } from './all-marks.ts'
import { clientForErasing, erasePerson, eraseTest, subjectOf } from './erase.ts'
import { findUnerased } from './mark-queries.ts'
import { findMember } from './person-queries.ts'
import { eraseScalesAgain, eraseWithdrawnAgain, restrictAgain } from './withdraw.ts'

// After a restore from a backup people are back who were erased since. What was erased is known by marks alone, so a list of
// them names nobody and may be kept where the backups are.

const page = 1000
const by = { ...system, reason: 'restore' } as const

/** The marks of everything that was erased or hidden, in all clients. */
export async function marksOf(db: Executor): Promise<Mark[]> {
  const marks: Mark[] = []
  for await (const mark of allMarks(db)) marks.push(mark)
  return marks
}

/**
 * Erases again what these marks say was erased, each person and test in a transaction of its own, or all in the caller's. Calling
 * it again changes nothing. People under a legal hold are erased too: they had been before the hold that the backup has. A test whose consent was
 * withdrawn says so again, and what a legal hold alone kept is hidden again.
 * @param key the installation's: with another one no mark fits anything
 * @returns how many people, tests and single scales were erased, and how many tests were hidden in whole or in part
 */
export async function eraseAgain(
  db: Executor,
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
          await inOne(db, (tx) =>
            reason === 'withdrawal'
              ? eraseWithdrawnAgain(tx, key, client, assignmentId)
              : eraseTestAgain(tx, key, client, assignmentId),
          )
          done.tests += 1
        }
        if (reasonOf('person', clientId, membershipId) === undefined) continue
        await inOne(db, (tx) => erasePerson(tx, key, client, membershipId, by))
        done.people += 1
      }
      after = found.at(-1)?.membershipId
      if (found.length < page) break
    }
    for await (const assignmentId of consented(db, clientId)) {
      done.scales += await inOne(db, (tx) =>
        eraseScalesAgain(
          tx,
          key,
          { clientId, assignmentId },
          (scale) => reasonOf('scale', clientId, assignmentId, scale) !== undefined,
        ),
      )
      if (reasonOf('restricted', clientId, assignmentId) === undefined) continue
      const hidden = await inOne(db, (tx) => restrictAgain(tx, key, client, assignmentId))
      if (hidden) done.restricted += 1
    }
  }
  return done
}

const inOne = <Result>(db: Executor, run: (tx: Executor) => Promise<Result>): Promise<Result> =>
  db.isTransaction ? run(db) : db.transaction().execute(run)

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
async function* consented(db: Executor, clientId: string): AsyncGenerator<string> {
  let after: string | undefined
  for (;;) {
    const found = await consentedTests(db, clientId, after, page)
    yield* found
    after = found.at(-1)
    if (found.length < page) return
  }
}
