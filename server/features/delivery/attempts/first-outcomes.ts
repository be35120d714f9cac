import type { Locale } from '#contract/fields.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { presentedItems } from '#scoring/form/form.ts'
import { type Outcome, readOutcomes } from '#scoring/score/outcomes.ts'
import type { Executor } from '#server/db/database.ts'
import { contextOf } from './closing/close.ts'
import {
  type FirstAttempt,
  type FirstResults,
  findCompactAnswers,
  findFirstResults,
  findSectionsOfAll,
} from './sample-queries.ts'

export type { FirstAttempt, FirstResults }

/** Attempts that are read at once: more would hold up everything else for longer. */
const step = 50

/** Each person's first attempt among the results of a version that may be read, the newest of these first. */
export const firstResults = findFirstResults

/** One person's test, item by item, as it is scored. */
export interface FirstOutcomes {
  readonly outcomes: readonly Outcome[]
  /** Milliseconds by item; empty where somebody had a pace of their own. */
  readonly timings: Readonly<Record<string, number>>
  readonly locale: Locale
}

/** The outcomes of attempts as scoring reads them, some at a time. */
export async function* outcomesOf(
  db: Executor,
  definition: Definition,
  attempts: readonly FirstAttempt[],
): AsyncGenerator<FirstOutcomes[]> {
  for (let at = 0; at < attempts.length; at += step) {
    const some = attempts.slice(at, at + step)
    const rows = await findCompactAnswers(db, some)
    const sections = Map.groupBy(await findSectionsOfAll(db, some), keyOf)
    const answers = new Map(rows.map((row) => [keyOf(row), row.answers]))
    yield some.map((attempt) => {
      const key = keyOf({ client_id: attempt.client_id, attempt_id: attempt.id })
      const given = answers.get(key) ?? []
      const responses = Object.fromEntries(given.map(([item, value]) => [item, value]))
      const timings = Object.fromEntries(given.flatMap(([item, , ms]) => (ms === null ? [] : [[item, ms]])))
      const context = contextOf(definition, attempt, {
        answers: { responses, timings },
        sections: sections.get(key) ?? [],
        presented: presentedItems(definition, attempt.id, attempt.left_out),
        by: attempt.closed_by,
      })
      const { outcomes } = readOutcomes(definition, responses, context)
      return { outcomes, timings: context.timings ?? {}, locale: attempt.locale }
    })
  }
}

const keyOf = ({ client_id, attempt_id }: { client_id: string; attempt_id: string }) =>
  `${client_id} ${attempt_id}`
