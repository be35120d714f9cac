import { presentedItems } from '#scoring/form/form.ts'
import { sensitiveScales } from '#scoring/form/left-out.ts'
import { type Outcome, readOutcomes } from '#scoring/score/outcomes.ts'
import type { Executor } from '#server/db/database.ts'
import type { Version } from '#server/features/inventories/versions.ts'
import { contextOf, type Stored } from './closing/close.ts'
import { type ExportedRow, findExported } from './export-queries.ts'
import { findSectionsOfAll } from './sample-queries.ts'
import { answersOfAll } from './saving/stored-answers.ts'

/**
 * A scored attempt with the outcome of each item, in the order shown. Items of sensitive scales are as if nobody was asked: the places
 * of others, and whether those were reached, would tell who was.
 */
export interface ExportedAttempt {
  readonly row: ExportedRow
  readonly outcomes: readonly Outcome[]
  /** Milliseconds by item, where the device sent them. */
  readonly timings: Readonly<Record<string, number>>
}

const whichOf = (clientId: string, { inventoryId, id: versionId }: Version) => ({
  clientId,
  inventoryId,
  versionId,
})

/** True when a client has a result of this version that an export may contain. */
export const hasExported = async (db: Executor, clientId: string, version: Version): Promise<boolean> =>
  (await findExported(db, whichOf(clientId, version), undefined, 1)).length > 0

/**
 * A client's scored attempts of one version, page by page. Each attempt is computed when it is asked for: all of
 * a page at once would block everything else.
 */
export async function* exportedAttempts(
  db: Executor,
  clientId: string,
  version: Version,
  atOnce: number,
): AsyncGenerator<Iterable<ExportedAttempt>> {
  const which = whichOf(clientId, version)
  let last: ExportedRow | undefined
  do {
    const page: ExportedRow[] = await findExported(db, which, last, atOnce)
    yield await withAnswers(db, version, page)
    last = page.length === atOnce ? page.at(-1) : undefined
  } while (last !== undefined)
}

async function withAnswers(
  db: Executor,
  version: Version,
  page: readonly ExportedRow[],
): Promise<Iterable<ExportedAttempt>> {
  const keys = page.map(({ client_id, id }) => ({ clientId: client_id, attemptId: id }))
  const answers = await answersOfAll(db, keys)
  const clocks = version.timedSections.size > 0 ? await findSectionsOfAll(db, page) : []
  const sections = Map.groupBy(clocks, ({ attempt_id }) => attempt_id)
  return (function* () {
    for (const [i, row] of page.entries())
      yield exportedAttempt(version, row, {
        answers: answers[i] ?? { responses: {}, timings: {} },
        sections: sections.get(row.id) ?? [],
      })
  })()
}

/** An attempt by its stored answers and clocks. */
export function exportedAttempt(
  { definition }: Pick<Version, 'definition'>,
  row: ExportedRow,
  stored: Pick<Stored, 'answers' | 'sections'>,
): ExportedAttempt {
  const leftOut = sensitiveScales(definition)
  const context = contextOf(
    definition,
    { ...row, left_out: leftOut },
    { ...stored, presented: presentedItems(definition, row.id, leftOut), by: row.closed_by },
  )
  const { responses, timings } = stored.answers
  return { row, outcomes: readOutcomes(definition, responses, context).outcomes, timings }
}
