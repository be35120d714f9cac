import type { Definition } from '#scoring/definition/definition.ts'
import { type ReportProblem, say } from './problems.ts'

/**
 * Checks that parts for all readers contain nothing of a scale that only named readers see: it could be computed back
 * from the others. Categories and composites are not refused: they are shown to each reader without it.
 */
export function checkSensitive(definition: Definition, report: ReportProblem): void {
  if (definition.sensitive) return
  const sensitive = definition.scales.filter((scale) => scale.sensitive)
  if (sensitive.length === 0) return
  const keys = new Set(sensitive.map(({ key }) => key))
  const keeper = new Map(
    sensitive.flatMap((scale) =>
      // Its own items: the parts of a sensitive total may be open. A forced choice loads on several scales by its nature.
      ((scale.kind !== 'forced_choice' && scale.items) || []).map((id) => [id, scale.key]),
    ),
  )
  for (const [i, scale] of definition.scales.entries()) {
    if (scale.sensitive || scale.kind === 'forced_choice') continue
    for (const key of scale.of ?? [])
      if (keys.has(key))
        report(`scales[${i}].of`, say`scale ${scale.key}: ${key} is sensitive, so it must be too`)
    for (const id of scale.items ?? []) {
      const key = keeper.get(id)
      if (key !== undefined)
        report(
          `scales[${i}].items`,
          say`scale ${scale.key}: item ${id} is of ${key}, which is sensitive, so it must be too`,
        )
    }
  }
  checkOpenResults(definition, keys, keeper, report)
}

function checkOpenResults(
  { placement, checklist }: Definition,
  keys: ReadonlySet<string>,
  keeper: ReadonlyMap<string, string>,
  report: ReportProblem,
): void {
  const refuse = (key: string, at: string) => {
    if (keys.has(key)) report(at, say`${key} is sensitive, and everybody sees the level`)
  }
  for (const [i, key] of (placement?.scales ?? []).entries()) refuse(key, `placement.scales[${i}]`)
  for (const [i, { scale }] of (placement?.caps ?? []).entries()) refuse(scale, `placement.caps[${i}].scale`)
  if (checklist === undefined) return
  const { items } = checklist
  const kept = new Set(
    [...keeper].filter(([id]) => items === 'all' || items.includes(id)).map(([, key]) => key),
  )
  for (const key of kept)
    report('checklist.items', say`${key} is sensitive, and everybody sees the checklist`)
}
