import type { Locale } from '#contract/fields.ts'
import type { Definition } from '#scoring/definition/definition.ts'
import { presentedItems } from '#scoring/form/form.ts'
import { isBlank } from '#scoring/responses/responses.ts'
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

/** The outcomes of attempts as scoring reads them, some at a time; the next ones are read from the database meanwhile. */
export async function* outcomesOf(
  db: Executor,
  definition: Definition,
  attempts: readonly FirstAttempt[],
): AsyncGenerator<FirstOutcomes[]> {
  const items = definition.sections.reduce((sum, section) => sum + section.items.length, 0)
  const readFrom = (at: number) => {
    const reading = read(db, attempts.slice(at, at + step))
    // A failure is thrown when its turn comes; until then it isn't unhandled.
    reading.catch(() => undefined)
    return reading
  }
  let ahead = readFrom(0)
  for (let at = 0; at < attempts.length; at += step) {
    const { answers, sections } = await ahead
    ahead = readFrom(at + step)
    yield attempts.slice(at, at + step).map((attempt) => {
      const key = keyOf({ client_id: attempt.client_id, attempt_id: attempt.id })
      const { responses = {}, timings = {} } = answers.get(key) ?? {}
      // The order says which items were not presented and why one is blank: nothing of somebody who answered all of them.
      const given = Object.values(responses)
      const all = given.length === items && !given.some(isBlank)
      const context = contextOf(definition, attempt, {
        answers: { responses, timings },
        sections: sections.get(key) ?? [],
        presented: all ? undefined : presentedItems(definition, attempt.id, attempt.left_out),
        by: attempt.closed_by,
      })
      const { outcomes } = readOutcomes(definition, responses, context)
      return { outcomes, timings: context.timings ?? {}, locale: attempt.locale }
    })
  }
}

async function read(db: Executor, attempts: readonly FirstAttempt[]) {
  const rows = attempts.length === 0 ? [] : await findCompactAnswers(db, attempts)
  const sections = attempts.length === 0 ? [] : await findSectionsOfAll(db, attempts)
  return {
    answers: new Map(rows.map((row) => [keyOf(row), row])),
    sections: Map.groupBy(sections, keyOf),
  }
}

const keyOf = ({ client_id, attempt_id }: { client_id: string; attempt_id: string }) =>
  `${client_id} ${attempt_id}`
