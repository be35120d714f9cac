import type { Definition } from '#scoring/definition/definition.ts'
import { presentedItems } from '#scoring/form/form.ts'
import { type Change, changeOf } from '#scoring/score/readings.ts'
import { Scores } from '#scoring/score/scores.ts'
import type { Executor } from '#server/db/database.ts'
import { scoreStored } from './closing/close.ts'
import { findNewestScored, findSectionsOfAll, type ScoredAttempt } from './sample-queries.ts'
import { answersOfAll } from './saving/stored-answers.ts'

/** The number of attempts read at once: more would mean a long statement and much memory. */
const step = 25

/**
 * Previews the stored results by another definition, for the attempts that were scored last. Writes nothing. The
 * items and the ways to answer them have to be the same in both (scoring/differences/comparable.ts).
 * @param limit how many attempts at most
 * @param fewest below so many attempts sensitive scales are left out: a count of few people tells about single ones
 * @returns one change for each attempt
 */
export async function previewScores(
  db: Executor,
  before: { versionId: string; definition: Definition },
  after: Definition,
  { limit, fewest }: { limit: number; fewest: number },
): Promise<Change[]> {
  const attempts = await findNewestScored(db, before.versionId, limit)
  const without = attempts.length < fewest
  const changes: Change[] = []
  for (let at = 0; at < attempts.length; at += step) {
    const some = attempts.slice(at, at + step)
    for (const { attempt, scores } of await scoredBy(db, some, before.definition, after))
      changes.push(changeOf(Scores.parse(attempt.scores), scores, { without }))
  }
  return changes
}

async function scoredBy(
  db: Executor,
  attempts: readonly ScoredAttempt[],
  before: Definition,
  after: Definition,
): Promise<{ attempt: ScoredAttempt; scores: Scores }[]> {
  const keys = attempts.map(({ client_id, id }) => ({ clientId: client_id, attemptId: id }))
  const [answers, sections] = [await answersOfAll(db, keys), await findSectionsOfAll(db, attempts)]
  return attempts.map((attempt, i) => ({
    attempt,
    scores: scoreStored(after, attempt, {
      answers: answers[i] ?? { responses: {}, timings: {} },
      sections: sections.filter(
        (section) => section.client_id === attempt.client_id && section.attempt_id === attempt.id,
      ),
      // The items keep the order in which the person saw them, even if the other definition shuffles.
      presented: presentedItems(before, attempt.id, attempt.left_out),
      by: attempt.closed_by,
    }),
  }))
}
